const DATE = String.raw`^(?!\d{4}-(?:02-3|(?:0[469]|11)-31)|(?!\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)\d{4}-02-29)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;

/**
 * Texts of a form that are times or addresses, calendar-exact. As patterns they are a part of the checks; the formats of
 * ajv are longer than all checks of a request.
 */
export const FORMATS = {
  uri: /^(?!.*%(?![\da-f]{2}))[a-z][a-z\d+.-]*:[\w.~:/?#[\]@!$&'()*+,;=%-]+$/i,
  date: new RegExp(`${DATE}$`),
  "date-time": new RegExp(`${DATE}${TIME}$`),
};
