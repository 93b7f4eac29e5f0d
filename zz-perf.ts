import { startServer } from "./tools/bench/load.js";
const servers = { mine: await startServer("/tmp/sandbox-new.mjs --seed 25"), old: await startServer("/tmp/sandbox-old.mjs --seed 25"), prism: await startServer("node_modules/@stoplight/prism-cli/dist/index.js mock openapi.yaml") };
const headers = { "X-Service-Access-Token": "<ACCESS_TOKEN>", "Content-Type": "application/json" };
const path = "/api/admin/26.0/webhooks";
const loads = { get: { method: "GET", headers, path: path + "/1001" }, list: { method: "GET", headers, path }, create: { method: "POST", headers, path, body: JSON.stringify({ webhook: { topic: "customers/create", address: "https://lantern-books.example/hooks/customers" } }) } } as const;
const median = (x: number[]) => x.toSorted((a, b) => a - b)[x.length >> 1]!;
for (const [name, load] of Object.entries(loads)) {
  const t: Record<string, number[]> = { mine: [], old: [], prism: [] };
  for (let i = 0; i < 60; i++) for (const [s, server] of Object.entries(servers)) { const v = await server.cpuPerResponse(load); if (i >= 30) t[s]!.push(v); }
  const p = median(t.prism!);
  console.log(name, "prism", p.toFixed(0), "mine", median(t.mine!).toFixed(1), (p / median(t.mine!)).toFixed(2), "old", median(t.old!).toFixed(1), (p / median(t.old!)).toFixed(2));
}
for (const s of Object.values(servers)) await s.close();
