/** A log that Prism can write to, which keeps nothing: what Prism logs holds headers and bodies. */
export const silence = {
  child: () => silence,
  debug() {},
  info() {},
  success() {},
  warn() {},
  error() {},
};
