// Imported into a server that is measured: reports how much CPU time its process has used, in microseconds.
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
// The server ends as it does without this.
process.channel?.unref();

export {};
