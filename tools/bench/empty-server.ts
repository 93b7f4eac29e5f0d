// A server that only sends an empty response: the limit of Node.js on this machine.
import { createServer } from "node:http";

const port = Number(process.argv.at(-1));
createServer((_, response) => {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "2" }).end("{}");
}).listen(port, "127.0.0.1");
