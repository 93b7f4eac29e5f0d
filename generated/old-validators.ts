// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.
// @ts-nocheck: ajv compiles schemas to JavaScript; only the exports have types.
import type { components, operations } from "./schema.js";

/** One thing that a check found wrong. */
export interface Finding {
  /** JSON pointer to what is wrong; empty for the value itself. */
  instancePath: string;
  /** Keyword of the schema that does not hold. */
  keyword: string;
  params: Readonly<Record<string, unknown>>;
  message?: string;
}

/** Whether a value matches its schema. After `false`, `errors` holds all findings. */
export interface Check<Value> {
  (value: unknown): value is Value;
  errors?: Finding[] | null;
}

// ../ajv-formats/dist/formats.js
// @__NO_SIDE_EFFECTS__
function fmtDef(validate, compare) {
  return { validate, compare };
}
function isLeapYear(year) {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
var DATE = /^(\d\d\d\d)-(\d\d)-(\d\d)$/;
var DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
function date(str) {
  const matches = DATE.exec(str);
  if (!matches)
    return false;
  const year = +matches[1];
  const month = +matches[2];
  const day = +matches[3];
  return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 && isLeapYear(year) ? 29 : DAYS[month]);
}
var TIME = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i;
// @__NO_SIDE_EFFECTS__
function getTime(strictTimeZone) {
  return function time(str) {
    const matches = TIME.exec(str);
    if (!matches)
      return false;
    const hr = +matches[1];
    const min = +matches[2];
    const sec = +matches[3];
    const tz = matches[4];
    const tzSign = matches[5] === "-" ? -1 : 1;
    const tzH = +(matches[6] || 0);
    const tzM = +(matches[7] || 0);
    if (tzH > 23 || tzM > 59 || strictTimeZone && !tz)
      return false;
    if (hr <= 23 && min <= 59 && sec < 60)
      return true;
    const utcMin = min - tzM * tzSign;
    const utcHr = hr - tzH * tzSign - (utcMin < 0 ? 1 : 0);
    return (utcHr === 23 || utcHr === -1) && (utcMin === 59 || utcMin === -1) && sec < 61;
  };
}
var DATE_TIME_SEPARATOR = /t|\s/i;
// @__NO_SIDE_EFFECTS__
function getDateTime(strictTimeZone) {
  const time = /* @__PURE__ */ getTime(strictTimeZone);
  return function date_time(str) {
    const dateTime = str.split(DATE_TIME_SEPARATOR);
    return dateTime.length === 2 && date(dateTime[0]) && time(dateTime[1]);
  };
}
function compareDateTime(dt1, dt2) {
  if (!(dt1 && dt2))
    return void 0;
  const d1 = new Date(dt1).valueOf();
  const d2 = new Date(dt2).valueOf();
  if (!(d1 && d2))
    return void 0;
  return d1 - d2;
}
var NOT_URI_FRAGMENT = /\/|:/;
var URI = /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)(?:\?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
function uri(str) {
  return NOT_URI_FRAGMENT.test(str) && URI.test(str);
}
var MIN_INT32 = -(2 ** 31);
var MAX_INT32 = 2 ** 31 - 1;
var format_date_time = /* @__PURE__ */ fmtDef(/* @__PURE__ */ getDateTime(true), compareDateTime);
var format_uri = uri;

// <stdin>
var check_bodies_exchangeAccessToken = validate20;
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  validate20.errors = null;
  return true;
}
var check_responses_exchangeAccessToken = validate21;
var formats0 = format_date_time;
var pattern4 = /* @__PURE__ */ new RegExp("^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?Z$", "u");
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.oauth === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "oauth" }, message: "must have required property 'oauth'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.oauth !== void 0) {
      let data0 = data.oauth;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err1 = { instancePath: instancePath + "/oauth", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.client_id === void 0) {
          const err2 = { instancePath: instancePath + "/oauth", keyword: "required", params: { missingProperty: "client_id" }, message: "must have required property 'client_id'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.client_secret === void 0) {
          const err3 = { instancePath: instancePath + "/oauth", keyword: "required", params: { missingProperty: "client_secret" }, message: "must have required property 'client_secret'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.code === void 0) {
          const err4 = { instancePath: instancePath + "/oauth", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.created_at === void 0) {
          const err5 = { instancePath: instancePath + "/oauth", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data0.updated_at === void 0) {
          const err6 = { instancePath: instancePath + "/oauth", keyword: "required", params: { missingProperty: "updated_at" }, message: "must have required property 'updated_at'" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
            const err7 = { instancePath: instancePath + "/oauth/id", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.client_id !== void 0) {
          if (typeof data0.client_id !== "string") {
            const err8 = { instancePath: instancePath + "/oauth/client_id", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
        if (data0.client_secret !== void 0) {
          if (!(typeof data0.client_secret === "string")) {
            const err9 = { instancePath: instancePath + "/oauth/client_secret", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.code !== void 0) {
          if (!(typeof data0.code === "string")) {
            const err10 = { instancePath: instancePath + "/oauth/code", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data0.created_at !== void 0) {
          let data5 = data0.created_at;
          if (typeof data5 === "string") {
            if (!pattern4.test(data5)) {
              const err11 = { instancePath: instancePath + "/oauth/created_at", keyword: "pattern", params: { pattern: "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?Z$" }, message: 'must match pattern "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?Z$"' };
              if (vErrors === null) {
                vErrors = [err11];
              } else {
                vErrors.push(err11);
              }
              errors++;
            }
            if (!formats0.validate(data5)) {
              const err12 = { instancePath: instancePath + "/oauth/created_at", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
          } else {
            const err13 = { instancePath: instancePath + "/oauth/created_at", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
        }
        if (data0.updated_at !== void 0) {
          let data6 = data0.updated_at;
          if (typeof data6 === "string") {
            if (!pattern4.test(data6)) {
              const err14 = { instancePath: instancePath + "/oauth/updated_at", keyword: "pattern", params: { pattern: "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?Z$" }, message: 'must match pattern "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?Z$"' };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
            if (!formats0.validate(data6)) {
              const err15 = { instancePath: instancePath + "/oauth/updated_at", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          } else {
            const err16 = { instancePath: instancePath + "/oauth/updated_at", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
        }
      } else {
        const err17 = { instancePath: instancePath + "/oauth", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
  } else {
    const err18 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err18];
    } else {
      vErrors.push(err18);
    }
    errors++;
  }
  validate21.errors = vErrors;
  return errors === 0;
}
var check_parameters_listWebhooks_query_limit = validate22;
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    const err0 = { instancePath, keyword: "type", params: { type: "integer" }, message: "must be integer" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 1e4 || isNaN(data)) {
      const err1 = { instancePath, keyword: "maximum", params: { comparison: "<=", limit: 1e4 }, message: "must be <= 10000" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
  }
  validate22.errors = vErrors;
  return errors === 0;
}
var check_parameters_listWebhooks_query_page = validate23;
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    const err0 = { instancePath, keyword: "type", params: { type: "integer" }, message: "must be integer" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  validate23.errors = vErrors;
  return errors === 0;
}
var check_parameters_listWebhooks_query_sort_by = validate24;
function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, keyword: "type", params: { type: "string" }, message: "must be string" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  validate24.errors = vErrors;
  return errors === 0;
}
var check_parameters_listWebhooks_query_sort_order = validate25;
var schema37 = { "type": "string", "enum": ["asc", "desc"] };
function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, keyword: "type", params: { type: "string" }, message: "must be string" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (!(data === "asc" || data === "desc")) {
    const err1 = { instancePath, keyword: "enum", params: { allowedValues: schema37.enum }, message: "must be equal to one of the allowed values" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate25.errors = vErrors;
  return errors === 0;
}
var check_responses_listWebhooks = validate26;
var schema39 = { "type": "object", "required": ["id", "address", "topic", "format", "created_at", "updated_at"], "unevaluatedProperties": true, "properties": { "id": { "type": "integer" }, "address": { "type": "string", "format": "uri" }, "topic": { "type": "string", "pattern": "^[^/]+/[^/]+$" }, "format": { "type": "string", "enum": ["json", "xml"], "default": "json" }, "created_at": { "type": "string", "pattern": "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$" }, "updated_at": { "type": "string", "pattern": "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$" } } };
var formats4 = format_uri;
var pattern6 = /* @__PURE__ */ new RegExp("^[^/]+/[^/]+$", "u");
var pattern7 = /* @__PURE__ */ new RegExp("^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$", "u");
function validate26(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.webhooks === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "webhooks" }, message: "must have required property 'webhooks'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.pagination === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "pagination" }, message: "must have required property 'pagination'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.webhooks !== void 0) {
      let data0 = data.webhooks;
      if (Array.isArray(data0)) {
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data1 = data0[i0];
          if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
            if (data1.id === void 0) {
              const err2 = { instancePath: instancePath + "/webhooks/" + i0, keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
              if (vErrors === null) {
                vErrors = [err2];
              } else {
                vErrors.push(err2);
              }
              errors++;
            }
            if (data1.address === void 0) {
              const err3 = { instancePath: instancePath + "/webhooks/" + i0, keyword: "required", params: { missingProperty: "address" }, message: "must have required property 'address'" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
            if (data1.topic === void 0) {
              const err4 = { instancePath: instancePath + "/webhooks/" + i0, keyword: "required", params: { missingProperty: "topic" }, message: "must have required property 'topic'" };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
            if (data1.format === void 0) {
              const err5 = { instancePath: instancePath + "/webhooks/" + i0, keyword: "required", params: { missingProperty: "format" }, message: "must have required property 'format'" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
            if (data1.created_at === void 0) {
              const err6 = { instancePath: instancePath + "/webhooks/" + i0, keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'" };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
            if (data1.updated_at === void 0) {
              const err7 = { instancePath: instancePath + "/webhooks/" + i0, keyword: "required", params: { missingProperty: "updated_at" }, message: "must have required property 'updated_at'" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
            if (data1.id !== void 0) {
              let data2 = data1.id;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                const err8 = { instancePath: instancePath + "/webhooks/" + i0 + "/id", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                if (vErrors === null) {
                  vErrors = [err8];
                } else {
                  vErrors.push(err8);
                }
                errors++;
              }
            }
            if (data1.address !== void 0) {
              let data3 = data1.address;
              if (typeof data3 === "string") {
                if (!formats4(data3)) {
                  const err9 = { instancePath: instancePath + "/webhooks/" + i0 + "/address", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
                  if (vErrors === null) {
                    vErrors = [err9];
                  } else {
                    vErrors.push(err9);
                  }
                  errors++;
                }
              } else {
                const err10 = { instancePath: instancePath + "/webhooks/" + i0 + "/address", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err10];
                } else {
                  vErrors.push(err10);
                }
                errors++;
              }
            }
            if (data1.topic !== void 0) {
              let data4 = data1.topic;
              if (typeof data4 === "string") {
                if (!pattern6.test(data4)) {
                  const err11 = { instancePath: instancePath + "/webhooks/" + i0 + "/topic", keyword: "pattern", params: { pattern: "^[^/]+/[^/]+$" }, message: 'must match pattern "^[^/]+/[^/]+$"' };
                  if (vErrors === null) {
                    vErrors = [err11];
                  } else {
                    vErrors.push(err11);
                  }
                  errors++;
                }
              } else {
                const err12 = { instancePath: instancePath + "/webhooks/" + i0 + "/topic", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err12];
                } else {
                  vErrors.push(err12);
                }
                errors++;
              }
            }
            if (data1.format !== void 0) {
              let data5 = data1.format;
              if (typeof data5 !== "string") {
                const err13 = { instancePath: instancePath + "/webhooks/" + i0 + "/format", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err13];
                } else {
                  vErrors.push(err13);
                }
                errors++;
              }
              if (!(data5 === "json" || data5 === "xml")) {
                const err14 = { instancePath: instancePath + "/webhooks/" + i0 + "/format", keyword: "enum", params: { allowedValues: schema39.properties.format.enum }, message: "must be equal to one of the allowed values" };
                if (vErrors === null) {
                  vErrors = [err14];
                } else {
                  vErrors.push(err14);
                }
                errors++;
              }
            }
            if (data1.created_at !== void 0) {
              let data6 = data1.created_at;
              if (typeof data6 === "string") {
                if (!pattern7.test(data6)) {
                  const err15 = { instancePath: instancePath + "/webhooks/" + i0 + "/created_at", keyword: "pattern", params: { pattern: "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$" }, message: 'must match pattern "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$"' };
                  if (vErrors === null) {
                    vErrors = [err15];
                  } else {
                    vErrors.push(err15);
                  }
                  errors++;
                }
              } else {
                const err16 = { instancePath: instancePath + "/webhooks/" + i0 + "/created_at", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err16];
                } else {
                  vErrors.push(err16);
                }
                errors++;
              }
            }
            if (data1.updated_at !== void 0) {
              let data7 = data1.updated_at;
              if (typeof data7 === "string") {
                if (!pattern7.test(data7)) {
                  const err17 = { instancePath: instancePath + "/webhooks/" + i0 + "/updated_at", keyword: "pattern", params: { pattern: "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$" }, message: 'must match pattern "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$"' };
                  if (vErrors === null) {
                    vErrors = [err17];
                  } else {
                    vErrors.push(err17);
                  }
                  errors++;
                }
              } else {
                const err18 = { instancePath: instancePath + "/webhooks/" + i0 + "/updated_at", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err18];
                } else {
                  vErrors.push(err18);
                }
                errors++;
              }
            }
          } else {
            const err19 = { instancePath: instancePath + "/webhooks/" + i0, keyword: "type", params: { type: "object" }, message: "must be object" };
            if (vErrors === null) {
              vErrors = [err19];
            } else {
              vErrors.push(err19);
            }
            errors++;
          }
        }
      } else {
        const err20 = { instancePath: instancePath + "/webhooks", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
        }
        errors++;
      }
    }
    if (data.pagination !== void 0) {
      let data8 = data.pagination;
      if (data8 && typeof data8 == "object" && !Array.isArray(data8)) {
        if (data8.current_page === void 0) {
          const err21 = { instancePath: instancePath + "/pagination", keyword: "required", params: { missingProperty: "current_page" }, message: "must have required property 'current_page'" };
          if (vErrors === null) {
            vErrors = [err21];
          } else {
            vErrors.push(err21);
          }
          errors++;
        }
        if (data8.per_page === void 0) {
          const err22 = { instancePath: instancePath + "/pagination", keyword: "required", params: { missingProperty: "per_page" }, message: "must have required property 'per_page'" };
          if (vErrors === null) {
            vErrors = [err22];
          } else {
            vErrors.push(err22);
          }
          errors++;
        }
        if (data8.total === void 0) {
          const err23 = { instancePath: instancePath + "/pagination", keyword: "required", params: { missingProperty: "total" }, message: "must have required property 'total'" };
          if (vErrors === null) {
            vErrors = [err23];
          } else {
            vErrors.push(err23);
          }
          errors++;
        }
        if (data8.total_pages === void 0) {
          const err24 = { instancePath: instancePath + "/pagination", keyword: "required", params: { missingProperty: "total_pages" }, message: "must have required property 'total_pages'" };
          if (vErrors === null) {
            vErrors = [err24];
          } else {
            vErrors.push(err24);
          }
          errors++;
        }
        if (data8.current_page !== void 0) {
          let data9 = data8.current_page;
          if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)) && isFinite(data9))) {
            const err25 = { instancePath: instancePath + "/pagination/current_page", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err25];
            } else {
              vErrors.push(err25);
            }
            errors++;
          }
        }
        if (data8.per_page !== void 0) {
          let data10 = data8.per_page;
          if (!(typeof data10 == "number" && (!(data10 % 1) && !isNaN(data10)) && isFinite(data10))) {
            const err26 = { instancePath: instancePath + "/pagination/per_page", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err26];
            } else {
              vErrors.push(err26);
            }
            errors++;
          }
        }
        if (data8.total !== void 0) {
          let data11 = data8.total;
          if (!(typeof data11 == "number" && (!(data11 % 1) && !isNaN(data11)) && isFinite(data11))) {
            const err27 = { instancePath: instancePath + "/pagination/total", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err27];
            } else {
              vErrors.push(err27);
            }
            errors++;
          }
        }
        if (data8.total_pages !== void 0) {
          let data12 = data8.total_pages;
          if (!(typeof data12 == "number" && (!(data12 % 1) && !isNaN(data12)) && isFinite(data12))) {
            const err28 = { instancePath: instancePath + "/pagination/total_pages", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err28];
            } else {
              vErrors.push(err28);
            }
            errors++;
          }
        }
      } else {
        const err29 = { instancePath: instancePath + "/pagination", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err29];
        } else {
          vErrors.push(err29);
        }
        errors++;
      }
    }
  } else {
    const err30 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err30];
    } else {
      vErrors.push(err30);
    }
    errors++;
  }
  validate26.errors = vErrors;
  return errors === 0;
}
var check_bodies_createWebhook = validate27;
var schema41 = { "type": "object", "required": ["webhook"], "properties": { "webhook": { "type": "object", "required": ["topic", "address"], "properties": { "topic": { "type": "string", "pattern": "^[^/]+/[^/]+$" }, "address": { "type": "string", "format": "uri" }, "format": { "type": "string", "enum": ["json", "xml"], "default": "json" }, "event": { "type": "string" }, "app_id": { "type": "integer" }, "secret": { "type": "string", "format": "password" } } } } };
function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.webhook === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "webhook" }, message: "must have required property 'webhook'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.webhook !== void 0) {
      let data0 = data.webhook;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.topic === void 0) {
          const err1 = { instancePath: instancePath + "/webhook", keyword: "required", params: { missingProperty: "topic" }, message: "must have required property 'topic'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.address === void 0) {
          const err2 = { instancePath: instancePath + "/webhook", keyword: "required", params: { missingProperty: "address" }, message: "must have required property 'address'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.topic !== void 0) {
          let data1 = data0.topic;
          if (typeof data1 === "string") {
            if (!pattern6.test(data1)) {
              const err3 = { instancePath: instancePath + "/webhook/topic", keyword: "pattern", params: { pattern: "^[^/]+/[^/]+$" }, message: 'must match pattern "^[^/]+/[^/]+$"' };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
          } else {
            const err4 = { instancePath: instancePath + "/webhook/topic", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
        }
        if (data0.address !== void 0) {
          let data2 = data0.address;
          if (typeof data2 === "string") {
            if (!formats4(data2)) {
              const err5 = { instancePath: instancePath + "/webhook/address", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          } else {
            const err6 = { instancePath: instancePath + "/webhook/address", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.format !== void 0) {
          let data3 = data0.format;
          if (typeof data3 !== "string") {
            const err7 = { instancePath: instancePath + "/webhook/format", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
          if (!(data3 === "json" || data3 === "xml")) {
            const err8 = { instancePath: instancePath + "/webhook/format", keyword: "enum", params: { allowedValues: schema41.properties.webhook.properties.format.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
        if (data0.event !== void 0) {
          if (typeof data0.event !== "string") {
            const err9 = { instancePath: instancePath + "/webhook/event", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.app_id !== void 0) {
          let data5 = data0.app_id;
          if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)) && isFinite(data5))) {
            const err10 = { instancePath: instancePath + "/webhook/app_id", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data0.secret !== void 0) {
          if (!(typeof data0.secret === "string")) {
            const err11 = { instancePath: instancePath + "/webhook/secret", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/webhook", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
  } else {
    const err13 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err13];
    } else {
      vErrors.push(err13);
    }
    errors++;
  }
  validate27.errors = vErrors;
  return errors === 0;
}
var check_responses_createWebhook = validate28;
function validate28(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.webhook === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "webhook" }, message: "must have required property 'webhook'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.webhook !== void 0) {
      let data0 = data.webhook;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err1 = { instancePath: instancePath + "/webhook", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.address === void 0) {
          const err2 = { instancePath: instancePath + "/webhook", keyword: "required", params: { missingProperty: "address" }, message: "must have required property 'address'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.topic === void 0) {
          const err3 = { instancePath: instancePath + "/webhook", keyword: "required", params: { missingProperty: "topic" }, message: "must have required property 'topic'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.format === void 0) {
          const err4 = { instancePath: instancePath + "/webhook", keyword: "required", params: { missingProperty: "format" }, message: "must have required property 'format'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.created_at === void 0) {
          const err5 = { instancePath: instancePath + "/webhook", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data0.updated_at === void 0) {
          const err6 = { instancePath: instancePath + "/webhook", keyword: "required", params: { missingProperty: "updated_at" }, message: "must have required property 'updated_at'" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
            const err7 = { instancePath: instancePath + "/webhook/id", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.address !== void 0) {
          let data2 = data0.address;
          if (typeof data2 === "string") {
            if (!formats4(data2)) {
              const err8 = { instancePath: instancePath + "/webhook/address", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
          } else {
            const err9 = { instancePath: instancePath + "/webhook/address", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.topic !== void 0) {
          let data3 = data0.topic;
          if (typeof data3 === "string") {
            if (!pattern6.test(data3)) {
              const err10 = { instancePath: instancePath + "/webhook/topic", keyword: "pattern", params: { pattern: "^[^/]+/[^/]+$" }, message: 'must match pattern "^[^/]+/[^/]+$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/webhook/topic", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
        if (data0.format !== void 0) {
          let data4 = data0.format;
          if (typeof data4 !== "string") {
            const err12 = { instancePath: instancePath + "/webhook/format", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
          if (!(data4 === "json" || data4 === "xml")) {
            const err13 = { instancePath: instancePath + "/webhook/format", keyword: "enum", params: { allowedValues: schema39.properties.format.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
        }
        if (data0.created_at !== void 0) {
          let data5 = data0.created_at;
          if (typeof data5 === "string") {
            if (!pattern7.test(data5)) {
              const err14 = { instancePath: instancePath + "/webhook/created_at", keyword: "pattern", params: { pattern: "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$" }, message: 'must match pattern "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$"' };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
          } else {
            const err15 = { instancePath: instancePath + "/webhook/created_at", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err15];
            } else {
              vErrors.push(err15);
            }
            errors++;
          }
        }
        if (data0.updated_at !== void 0) {
          let data6 = data0.updated_at;
          if (typeof data6 === "string") {
            if (!pattern7.test(data6)) {
              const err16 = { instancePath: instancePath + "/webhook/updated_at", keyword: "pattern", params: { pattern: "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$" }, message: 'must match pattern "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$"' };
              if (vErrors === null) {
                vErrors = [err16];
              } else {
                vErrors.push(err16);
              }
              errors++;
            }
          } else {
            const err17 = { instancePath: instancePath + "/webhook/updated_at", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
        }
      } else {
        const err18 = { instancePath: instancePath + "/webhook", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
  } else {
    const err19 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err19];
    } else {
      vErrors.push(err19);
    }
    errors++;
  }
  validate28.errors = vErrors;
  return errors === 0;
}
var check_bodies_updateWebhook = validate29;
var schema44 = { "type": "object", "required": ["webhook"], "properties": { "webhook": { "type": "object", "required": ["topic", "address"], "properties": { "topic": { "type": "string", "pattern": "^[^/]+/[^/]+$" }, "address": { "type": "string", "format": "uri" }, "format": { "type": "string", "enum": ["json", "xml"], "default": "json" } } } } };
function validate29(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.webhook === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "webhook" }, message: "must have required property 'webhook'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.webhook !== void 0) {
      let data0 = data.webhook;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.topic === void 0) {
          const err1 = { instancePath: instancePath + "/webhook", keyword: "required", params: { missingProperty: "topic" }, message: "must have required property 'topic'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.address === void 0) {
          const err2 = { instancePath: instancePath + "/webhook", keyword: "required", params: { missingProperty: "address" }, message: "must have required property 'address'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.topic !== void 0) {
          let data1 = data0.topic;
          if (typeof data1 === "string") {
            if (!pattern6.test(data1)) {
              const err3 = { instancePath: instancePath + "/webhook/topic", keyword: "pattern", params: { pattern: "^[^/]+/[^/]+$" }, message: 'must match pattern "^[^/]+/[^/]+$"' };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
          } else {
            const err4 = { instancePath: instancePath + "/webhook/topic", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
        }
        if (data0.address !== void 0) {
          let data2 = data0.address;
          if (typeof data2 === "string") {
            if (!formats4(data2)) {
              const err5 = { instancePath: instancePath + "/webhook/address", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          } else {
            const err6 = { instancePath: instancePath + "/webhook/address", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.format !== void 0) {
          let data3 = data0.format;
          if (typeof data3 !== "string") {
            const err7 = { instancePath: instancePath + "/webhook/format", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
          if (!(data3 === "json" || data3 === "xml")) {
            const err8 = { instancePath: instancePath + "/webhook/format", keyword: "enum", params: { allowedValues: schema44.properties.webhook.properties.format.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
      } else {
        const err9 = { instancePath: instancePath + "/webhook", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
  } else {
    const err10 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err10];
    } else {
      vErrors.push(err10);
    }
    errors++;
  }
  validate29.errors = vErrors;
  return errors === 0;
}
var check_parameters_getWebhook_path_id = validate30;
function validate30(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  let valid0 = false;
  const _errs1 = errors;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    const err0 = { instancePath, keyword: "type", params: { type: "integer" }, message: "must be integer" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  var _valid0 = _errs1 === errors;
  valid0 = valid0 || _valid0;
  const _errs3 = errors;
  if (typeof data !== "string") {
    const err1 = { instancePath, keyword: "type", params: { type: "string" }, message: "must be string" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  var _valid0 = _errs3 === errors;
  valid0 = valid0 || _valid0;
  if (!valid0) {
    const err2 = { instancePath, keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = _errs0;
      } else {
        vErrors = null;
      }
    }
  }
  validate30.errors = vErrors;
  return errors === 0;
}
var check_responses_deleteWebhook = validate31;
function validate31(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "success" }, message: "must have required property 'success'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.message === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.success !== void 0) {
      if (typeof data.success !== "boolean") {
        const err2 = { instancePath: instancePath + "/success", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.message !== void 0) {
      if (typeof data.message !== "string") {
        const err3 = { instancePath: instancePath + "/message", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate31.errors = vErrors;
  return errors === 0;
}
var resource_OAuth = validate32;
function validate32(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.client_id === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "client_id" }, message: "must have required property 'client_id'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.client_secret === void 0) {
      const err2 = { instancePath, keyword: "required", params: { missingProperty: "client_secret" }, message: "must have required property 'client_secret'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.code === void 0) {
      const err3 = { instancePath, keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.created_at === void 0) {
      const err4 = { instancePath, keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'" };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.updated_at === void 0) {
      const err5 = { instancePath, keyword: "required", params: { missingProperty: "updated_at" }, message: "must have required property 'updated_at'" };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.id !== void 0) {
      let data0 = data.id;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        const err6 = { instancePath: instancePath + "/id", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.client_id !== void 0) {
      if (typeof data.client_id !== "string") {
        const err7 = { instancePath: instancePath + "/client_id", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.client_secret !== void 0) {
      if (!(typeof data.client_secret === "string")) {
        const err8 = { instancePath: instancePath + "/client_secret", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.code !== void 0) {
      if (!(typeof data.code === "string")) {
        const err9 = { instancePath: instancePath + "/code", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.created_at !== void 0) {
      let data4 = data.created_at;
      if (typeof data4 === "string") {
        if (!pattern4.test(data4)) {
          const err10 = { instancePath: instancePath + "/created_at", keyword: "pattern", params: { pattern: "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?Z$" }, message: 'must match pattern "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?Z$"' };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
        if (!formats0.validate(data4)) {
          const err11 = { instancePath: instancePath + "/created_at", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      } else {
        const err12 = { instancePath: instancePath + "/created_at", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.updated_at !== void 0) {
      let data5 = data.updated_at;
      if (typeof data5 === "string") {
        if (!pattern4.test(data5)) {
          const err13 = { instancePath: instancePath + "/updated_at", keyword: "pattern", params: { pattern: "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?Z$" }, message: 'must match pattern "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?Z$"' };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
        if (!formats0.validate(data5)) {
          const err14 = { instancePath: instancePath + "/updated_at", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
      } else {
        const err15 = { instancePath: instancePath + "/updated_at", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
  } else {
    const err16 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err16];
    } else {
      vErrors.push(err16);
    }
    errors++;
  }
  validate32.errors = vErrors;
  return errors === 0;
}
var resource_Webhook = validate33;
function validate33(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.address === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "address" }, message: "must have required property 'address'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.topic === void 0) {
      const err2 = { instancePath, keyword: "required", params: { missingProperty: "topic" }, message: "must have required property 'topic'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.format === void 0) {
      const err3 = { instancePath, keyword: "required", params: { missingProperty: "format" }, message: "must have required property 'format'" };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.created_at === void 0) {
      const err4 = { instancePath, keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'" };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.updated_at === void 0) {
      const err5 = { instancePath, keyword: "required", params: { missingProperty: "updated_at" }, message: "must have required property 'updated_at'" };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.id !== void 0) {
      let data0 = data.id;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        const err6 = { instancePath: instancePath + "/id", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.address !== void 0) {
      let data1 = data.address;
      if (typeof data1 === "string") {
        if (!formats4(data1)) {
          const err7 = { instancePath: instancePath + "/address", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/address", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.topic !== void 0) {
      let data2 = data.topic;
      if (typeof data2 === "string") {
        if (!pattern6.test(data2)) {
          const err9 = { instancePath: instancePath + "/topic", keyword: "pattern", params: { pattern: "^[^/]+/[^/]+$" }, message: 'must match pattern "^[^/]+/[^/]+$"' };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      } else {
        const err10 = { instancePath: instancePath + "/topic", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.format !== void 0) {
      let data3 = data.format;
      if (typeof data3 !== "string") {
        const err11 = { instancePath: instancePath + "/format", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
      if (!(data3 === "json" || data3 === "xml")) {
        const err12 = { instancePath: instancePath + "/format", keyword: "enum", params: { allowedValues: schema39.properties.format.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.created_at !== void 0) {
      let data4 = data.created_at;
      if (typeof data4 === "string") {
        if (!pattern7.test(data4)) {
          const err13 = { instancePath: instancePath + "/created_at", keyword: "pattern", params: { pattern: "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$" }, message: 'must match pattern "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$"' };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
      } else {
        const err14 = { instancePath: instancePath + "/created_at", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.updated_at !== void 0) {
      let data5 = data.updated_at;
      if (typeof data5 === "string") {
        if (!pattern7.test(data5)) {
          const err15 = { instancePath: instancePath + "/updated_at", keyword: "pattern", params: { pattern: "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$" }, message: 'must match pattern "^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$"' };
          if (vErrors === null) {
            vErrors = [err15];
          } else {
            vErrors.push(err15);
          }
          errors++;
        }
      } else {
        const err16 = { instancePath: instancePath + "/updated_at", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate33.errors = vErrors;
  return errors === 0;
}
var resource_Pagination = validate34;
function validate34(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.current_page === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "current_page" }, message: "must have required property 'current_page'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.per_page === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "per_page" }, message: "must have required property 'per_page'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.total === void 0) {
      const err2 = { instancePath, keyword: "required", params: { missingProperty: "total" }, message: "must have required property 'total'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.total_pages === void 0) {
      const err3 = { instancePath, keyword: "required", params: { missingProperty: "total_pages" }, message: "must have required property 'total_pages'" };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.current_page !== void 0) {
      let data0 = data.current_page;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        const err4 = { instancePath: instancePath + "/current_page", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.per_page !== void 0) {
      let data1 = data.per_page;
      if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
        const err5 = { instancePath: instancePath + "/per_page", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.total !== void 0) {
      let data2 = data.total;
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
        const err6 = { instancePath: instancePath + "/total", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.total_pages !== void 0) {
      let data3 = data.total_pages;
      if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
        const err7 = { instancePath: instancePath + "/total_pages", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  } else {
    const err8 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err8];
    } else {
      vErrors.push(err8);
    }
    errors++;
  }
  validate34.errors = vErrors;
  return errors === 0;
}
var resource_DeletionResult = validate35;
function validate35(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "success" }, message: "must have required property 'success'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.message === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.success !== void 0) {
      if (typeof data.success !== "boolean") {
        const err2 = { instancePath: instancePath + "/success", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.message !== void 0) {
      if (typeof data.message !== "string") {
        const err3 = { instancePath: instancePath + "/message", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate35.errors = vErrors;
  return errors === 0;
}
var _parameters = { "listWebhooks": { "query": { "limit": check_parameters_listWebhooks_query_limit, "page": check_parameters_listWebhooks_query_page, "sort_by": check_parameters_listWebhooks_query_sort_by, "sort_order": check_parameters_listWebhooks_query_sort_order } }, "getWebhook": { "path": { "id": check_parameters_getWebhook_path_id } }, "deleteWebhook": { "path": { "id": check_parameters_getWebhook_path_id } } };
var _bodies = { "exchangeAccessToken": check_bodies_exchangeAccessToken, "createWebhook": check_bodies_createWebhook, "updateWebhook": check_bodies_updateWebhook, "deliverWebhook": check_bodies_updateWebhook };
var _responses = { "exchangeAccessToken": check_responses_exchangeAccessToken, "listWebhooks": check_responses_listWebhooks, "createWebhook": check_responses_createWebhook, "updateWebhook": check_responses_createWebhook, "getWebhook": check_responses_createWebhook, "deleteWebhook": check_responses_deleteWebhook, "deliverWebhook": check_responses_createWebhook };


/** Checks of parameters, by operation, place and name. Convert the text of a URL to a value first. */
export const parameters: { "listWebhooks": { "query": { "limit": Check<NonNullable<NonNullable<operations["listWebhooks"]["parameters"]["query"]>["limit"]>>, "page": Check<NonNullable<NonNullable<operations["listWebhooks"]["parameters"]["query"]>["page"]>>, "sort_by": Check<NonNullable<NonNullable<operations["listWebhooks"]["parameters"]["query"]>["sort_by"]>>, "sort_order": Check<NonNullable<NonNullable<operations["listWebhooks"]["parameters"]["query"]>["sort_order"]>> } }, "getWebhook": { "path": { "id": Check<NonNullable<NonNullable<operations["getWebhook"]["parameters"]["path"]>["id"]>> } }, "deleteWebhook": { "path": { "id": Check<NonNullable<NonNullable<operations["deleteWebhook"]["parameters"]["path"]>["id"]>> } } } = _parameters;

/** Checks of request bodies, by operation. */
export const bodies: { "exchangeAccessToken": Check<NonNullable<operations["exchangeAccessToken"]["requestBody"]>["content"]["application/json"]>, "createWebhook": Check<NonNullable<operations["createWebhook"]["requestBody"]>["content"]["application/json"]>, "updateWebhook": Check<NonNullable<operations["updateWebhook"]["requestBody"]>["content"]["application/json"]>, "deliverWebhook": Check<NonNullable<operations["deliverWebhook"]["requestBody"]>["content"]["application/json"]> } = _bodies;

/** Checks of the bodies of successful answers, by operation. */
export const responses: { "exchangeAccessToken": Check<operations["exchangeAccessToken"]["responses"]["200"]["content"]["application/json"]>, "listWebhooks": Check<operations["listWebhooks"]["responses"]["200"]["content"]["application/json"]>, "createWebhook": Check<operations["createWebhook"]["responses"]["200"]["content"]["application/json"]>, "updateWebhook": Check<operations["updateWebhook"]["responses"]["200"]["content"]["application/json"]>, "getWebhook": Check<operations["getWebhook"]["responses"]["200"]["content"]["application/json"]>, "deleteWebhook": Check<operations["deleteWebhook"]["responses"]["200"]["content"]["application/json"]>, "deliverWebhook": Check<operations["deliverWebhook"]["responses"]["200"]["content"]["application/json"]> } = _responses;

/** Checks the resource `OAuth`. */
export const isOAuth: Check<components["schemas"]["OAuth"]> = resource_OAuth;

/** Checks the resource `Webhook`. */
export const isWebhook: Check<components["schemas"]["Webhook"]> = resource_Webhook;

/** Checks the resource `Pagination`. */
export const isPagination: Check<components["schemas"]["Pagination"]> = resource_Pagination;

/** Checks the resource `DeletionResult`. */
export const isDeletionResult: Check<components["schemas"]["DeletionResult"]> = resource_DeletionResult;
