/** Whether a request takes an answer in JSON, by its `Accept` header. A request without one takes anything. */
export function acceptsJson(accept: string | undefined): boolean {
  if (!accept?.trim()) return true;
  return accept.split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return (
      /^(\*\/\*|application\/(\*|json))$/.test(type) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    );
  });
}
