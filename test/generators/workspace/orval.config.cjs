const input = "openapi.yaml";

module.exports = {
  client: { input, output: { target: "clients/orval/index.ts", client: "fetch", baseUrl: process.env.SERVICE_URL } },
  zod: { input, output: { target: "clients/orval-zod/index.ts", client: "zod" } },
};
