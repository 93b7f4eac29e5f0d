// A server that does nothing but answer: what Node itself can do on this machine.
import { createServer } from "node:http";

const port = Number(process.argv.at(-1));
createServer((_, response) => {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "2" }).end("{}");
}).listen(port, "127.0.0.1");
