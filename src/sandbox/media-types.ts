/** Whether an `Accept` header allows JSON. Without the header, everything is allowed. */
export function acceptsJson(accept: string | undefined): boolean {
  if (!accept?.trim() || accept === "*/*") return true;
  return accept.split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return (
      /^(\*\/\*|application\/(\*|json))$/.test(type) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    );
  });
}

/** Whether a `Content-Type` header names JSON. */
export function isJson(type: string): boolean {
  return /^\s*application\/(json|[^\s;]+\+json)\s*(;|$)/i.test(type);
}
