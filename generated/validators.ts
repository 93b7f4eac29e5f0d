// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.
// @ts-nocheck: ajv compiles schemas to JavaScript; only the exports have types.
import type { Check } from "../src/contract-types.js";

function find(findings, instancePath, keyword, message) {
  return findings.push({ instancePath, keyword, message });
}
// ../ajv-formats/dist/formats.js
// @__NO_SIDE_EFFECTS__
function fmtDef(validate) {
  return { validate };
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
var MAX_INT32 = 2147483648 - 1;
var format_date_time = /* @__PURE__ */ fmtDef(/* @__PURE__ */ getDateTime(true));

// <stdin>
var formats0 = format_date_time;
var pattern4 = /* @__PURE__ */ new RegExp("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d(\\.\\d+)?Z$", "u");
function validate20(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.oauth === void 0) {
      errors = find(vErrors ??= [], instancePath + "/oauth", "required", "is required");
    }
    if (data.oauth !== void 0) {
      let data0 = data.oauth;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          errors = find(vErrors ??= [], instancePath + "/oauth/id", "required", "is required");
        }
        if (data0.client_id === void 0) {
          errors = find(vErrors ??= [], instancePath + "/oauth/client_id", "required", "is required");
        }
        if (data0.client_secret === void 0) {
          errors = find(vErrors ??= [], instancePath + "/oauth/client_secret", "required", "is required");
        }
        if (data0.code === void 0) {
          errors = find(vErrors ??= [], instancePath + "/oauth/code", "required", "is required");
        }
        if (data0.created_at === void 0) {
          errors = find(vErrors ??= [], instancePath + "/oauth/created_at", "required", "is required");
        }
        if (data0.updated_at === void 0) {
          errors = find(vErrors ??= [], instancePath + "/oauth/updated_at", "required", "is required");
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (!(Number.isInteger(data1))) {
            errors = find(vErrors ??= [], instancePath + "/oauth/id", "type", "must be a whole number");
          }
        }
        if (data0.client_id !== void 0) {
          if (typeof data0.client_id !== "string") {
            errors = find(vErrors ??= [], instancePath + "/oauth/client_id", "type", "must be text");
          }
        }
        if (data0.client_secret !== void 0) {
          if (!(typeof data0.client_secret === "string")) {
            errors = find(vErrors ??= [], instancePath + "/oauth/client_secret", "type", "must be text");
          }
        }
        if (data0.code !== void 0) {
          if (!(typeof data0.code === "string")) {
            errors = find(vErrors ??= [], instancePath + "/oauth/code", "type", "must be text");
          }
        }
        if (data0.created_at !== void 0) {
          let data5 = data0.created_at;
          if (typeof data5 === "string") {
            if (!pattern4.test(data5)) {
              errors = find(vErrors ??= [], instancePath + "/oauth/created_at", "pattern", "must look like 2026-03-02T08:15:00Z");
            }
            if (!formats0.validate(data5)) {
              errors = find(vErrors ??= [], instancePath + "/oauth/created_at", "format", "must be a time such as 2026-03-02T08:15:00Z");
            }
          } else {
            errors = find(vErrors ??= [], instancePath + "/oauth/created_at", "type", "must be text");
          }
        }
        if (data0.updated_at !== void 0) {
          let data6 = data0.updated_at;
          if (typeof data6 === "string") {
            if (!pattern4.test(data6)) {
              errors = find(vErrors ??= [], instancePath + "/oauth/updated_at", "pattern", "must look like 2026-03-02T08:15:00Z");
            }
            if (!formats0.validate(data6)) {
              errors = find(vErrors ??= [], instancePath + "/oauth/updated_at", "format", "must be a time such as 2026-03-02T08:15:00Z");
            }
          } else {
            errors = find(vErrors ??= [], instancePath + "/oauth/updated_at", "type", "must be text");
          }
        }
      } else {
        errors = find(vErrors ??= [], instancePath + "/oauth", "type", "must be an object");
      }
    }
  } else {
    errors = find(vErrors ??= [], instancePath, "type", "must be an object");
  }
  validate20.errors = vErrors;
  return errors === 0;
}
function validate21(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(Number.isInteger(data))) {
    errors = find(vErrors ??= [], instancePath, "type", "must be a whole number");
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 1e4 || isNaN(data)) {
      errors = find(vErrors ??= [], instancePath, "maximum", "must be at most 10000");
    }
  }
  validate21.errors = vErrors;
  return errors === 0;
}
function validate22(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(Number.isInteger(data))) {
    errors = find(vErrors ??= [], instancePath, "type", "must be a whole number");
  }
  validate22.errors = vErrors;
  return errors === 0;
}
function validate23(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    errors = find(vErrors ??= [], instancePath, "type", "must be text");
  }
  validate23.errors = vErrors;
  return errors === 0;
}
function validate24(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    errors = find(vErrors ??= [], instancePath, "type", "must be text");
  }
  if (!(data === "asc" || data === "desc")) {
    errors = find(vErrors ??= [], instancePath, "enum", "must be asc or desc");
  }
  validate24.errors = vErrors;
  return errors === 0;
}
var formats4 = /^(?!.*%(?![\da-f]{2}))[a-z][a-z\d+.-]*:[\w.~:/?#[\]@!$&'()*+,;=%-]+$/i;
var pattern6 = /* @__PURE__ */ new RegExp("^[^/]+/[^/]+$", "u");
var pattern7 = /* @__PURE__ */ new RegExp("^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$", "u");
function validate25(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.webhooks === void 0) {
      errors = find(vErrors ??= [], instancePath + "/webhooks", "required", "is required");
    }
    if (data.pagination === void 0) {
      errors = find(vErrors ??= [], instancePath + "/pagination", "required", "is required");
    }
    if (data.webhooks !== void 0) {
      let data0 = data.webhooks;
      if (Array.isArray(data0)) {
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data1 = data0[i0];
          if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
            if (data1.id === void 0) {
              errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/id", "required", "is required");
            }
            if (data1.address === void 0) {
              errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/address", "required", "is required");
            }
            if (data1.topic === void 0) {
              errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/topic", "required", "is required");
            }
            if (data1.format === void 0) {
              errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/format", "required", "is required");
            }
            if (data1.created_at === void 0) {
              errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/created_at", "required", "is required");
            }
            if (data1.updated_at === void 0) {
              errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/updated_at", "required", "is required");
            }
            if (data1.id !== void 0) {
              let data2 = data1.id;
              if (!(Number.isInteger(data2))) {
                errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/id", "type", "must be a whole number");
              }
            }
            if (data1.address !== void 0) {
              let data3 = data1.address;
              if (typeof data3 === "string") {
                if (!formats4.test(data3)) {
                  errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/address", "format", "must be a URL");
                }
              } else {
                errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/address", "type", "must be text");
              }
            }
            if (data1.topic !== void 0) {
              let data4 = data1.topic;
              if (typeof data4 === "string") {
                if (!pattern6.test(data4)) {
                  errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/topic", "pattern", "must look like orders/create");
                }
              } else {
                errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/topic", "type", "must be text");
              }
            }
            if (data1.format !== void 0) {
              let data5 = data1.format;
              if (typeof data5 !== "string") {
                errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/format", "type", "must be text");
              }
              if (!(data5 === "json" || data5 === "xml")) {
                errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/format", "enum", "must be json or xml");
              }
            }
            if (data1.created_at !== void 0) {
              let data6 = data1.created_at;
              if (typeof data6 === "string") {
                if (!pattern7.test(data6)) {
                  errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/created_at", "pattern", "must look like 2026-03-02T10:20:00+02:00");
                }
              } else {
                errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/created_at", "type", "must be text");
              }
            }
            if (data1.updated_at !== void 0) {
              let data7 = data1.updated_at;
              if (typeof data7 === "string") {
                if (!pattern7.test(data7)) {
                  errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/updated_at", "pattern", "must look like 2026-03-02T10:20:00+02:00");
                }
              } else {
                errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0 + "/updated_at", "type", "must be text");
              }
            }
          } else {
            errors = find(vErrors ??= [], instancePath + "/webhooks/" + i0, "type", "must be an object");
          }
        }
      } else {
        errors = find(vErrors ??= [], instancePath + "/webhooks", "type", "must be a list");
      }
    }
    if (data.pagination !== void 0) {
      let data8 = data.pagination;
      if (data8 && typeof data8 == "object" && !Array.isArray(data8)) {
        if (data8.current_page === void 0) {
          errors = find(vErrors ??= [], instancePath + "/pagination/current_page", "required", "is required");
        }
        if (data8.per_page === void 0) {
          errors = find(vErrors ??= [], instancePath + "/pagination/per_page", "required", "is required");
        }
        if (data8.total === void 0) {
          errors = find(vErrors ??= [], instancePath + "/pagination/total", "required", "is required");
        }
        if (data8.total_pages === void 0) {
          errors = find(vErrors ??= [], instancePath + "/pagination/total_pages", "required", "is required");
        }
        if (data8.current_page !== void 0) {
          let data9 = data8.current_page;
          if (!(Number.isInteger(data9))) {
            errors = find(vErrors ??= [], instancePath + "/pagination/current_page", "type", "must be a whole number");
          }
        }
        if (data8.per_page !== void 0) {
          let data10 = data8.per_page;
          if (!(Number.isInteger(data10))) {
            errors = find(vErrors ??= [], instancePath + "/pagination/per_page", "type", "must be a whole number");
          }
        }
        if (data8.total !== void 0) {
          let data11 = data8.total;
          if (!(Number.isInteger(data11))) {
            errors = find(vErrors ??= [], instancePath + "/pagination/total", "type", "must be a whole number");
          }
        }
        if (data8.total_pages !== void 0) {
          let data12 = data8.total_pages;
          if (!(Number.isInteger(data12))) {
            errors = find(vErrors ??= [], instancePath + "/pagination/total_pages", "type", "must be a whole number");
          }
        }
      } else {
        errors = find(vErrors ??= [], instancePath + "/pagination", "type", "must be an object");
      }
    }
  } else {
    errors = find(vErrors ??= [], instancePath, "type", "must be an object");
  }
  validate25.errors = vErrors;
  return errors === 0;
}
function validate26(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.webhook === void 0) {
      errors = find(vErrors ??= [], instancePath + "/webhook", "required", "is required");
    }
    if (data.webhook !== void 0) {
      let data0 = data.webhook;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.topic === void 0) {
          errors = find(vErrors ??= [], instancePath + "/webhook/topic", "required", "is required");
        }
        if (data0.address === void 0) {
          errors = find(vErrors ??= [], instancePath + "/webhook/address", "required", "is required");
        }
        if (data0.topic !== void 0) {
          let data1 = data0.topic;
          if (typeof data1 === "string") {
            if (!pattern6.test(data1)) {
              errors = find(vErrors ??= [], instancePath + "/webhook/topic", "pattern", "must look like orders/create");
            }
          } else {
            errors = find(vErrors ??= [], instancePath + "/webhook/topic", "type", "must be text");
          }
        }
        if (data0.address !== void 0) {
          let data2 = data0.address;
          if (typeof data2 === "string") {
            if (!formats4.test(data2)) {
              errors = find(vErrors ??= [], instancePath + "/webhook/address", "format", "must be a URL");
            }
          } else {
            errors = find(vErrors ??= [], instancePath + "/webhook/address", "type", "must be text");
          }
        }
        if (data0.format !== void 0) {
          let data3 = data0.format;
          if (typeof data3 !== "string") {
            errors = find(vErrors ??= [], instancePath + "/webhook/format", "type", "must be text");
          }
          if (!(data3 === "json" || data3 === "xml")) {
            errors = find(vErrors ??= [], instancePath + "/webhook/format", "enum", "must be json or xml");
          }
        }
        if (data0.event !== void 0) {
          if (typeof data0.event !== "string") {
            errors = find(vErrors ??= [], instancePath + "/webhook/event", "type", "must be text");
          }
        }
        if (data0.app_id !== void 0) {
          let data5 = data0.app_id;
          if (!(Number.isInteger(data5))) {
            errors = find(vErrors ??= [], instancePath + "/webhook/app_id", "type", "must be a whole number");
          }
        }
        if (data0.secret !== void 0) {
          if (!(typeof data0.secret === "string")) {
            errors = find(vErrors ??= [], instancePath + "/webhook/secret", "type", "must be text");
          }
        }
      } else {
        errors = find(vErrors ??= [], instancePath + "/webhook", "type", "must be an object");
      }
    }
  } else {
    errors = find(vErrors ??= [], instancePath, "type", "must be an object");
  }
  validate26.errors = vErrors;
  return errors === 0;
}
function validate27(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.webhook === void 0) {
      errors = find(vErrors ??= [], instancePath + "/webhook", "required", "is required");
    }
    if (data.webhook !== void 0) {
      let data0 = data.webhook;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          errors = find(vErrors ??= [], instancePath + "/webhook/id", "required", "is required");
        }
        if (data0.address === void 0) {
          errors = find(vErrors ??= [], instancePath + "/webhook/address", "required", "is required");
        }
        if (data0.topic === void 0) {
          errors = find(vErrors ??= [], instancePath + "/webhook/topic", "required", "is required");
        }
        if (data0.format === void 0) {
          errors = find(vErrors ??= [], instancePath + "/webhook/format", "required", "is required");
        }
        if (data0.created_at === void 0) {
          errors = find(vErrors ??= [], instancePath + "/webhook/created_at", "required", "is required");
        }
        if (data0.updated_at === void 0) {
          errors = find(vErrors ??= [], instancePath + "/webhook/updated_at", "required", "is required");
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (!(Number.isInteger(data1))) {
            errors = find(vErrors ??= [], instancePath + "/webhook/id", "type", "must be a whole number");
          }
        }
        if (data0.address !== void 0) {
          let data2 = data0.address;
          if (typeof data2 === "string") {
            if (!formats4.test(data2)) {
              errors = find(vErrors ??= [], instancePath + "/webhook/address", "format", "must be a URL");
            }
          } else {
            errors = find(vErrors ??= [], instancePath + "/webhook/address", "type", "must be text");
          }
        }
        if (data0.topic !== void 0) {
          let data3 = data0.topic;
          if (typeof data3 === "string") {
            if (!pattern6.test(data3)) {
              errors = find(vErrors ??= [], instancePath + "/webhook/topic", "pattern", "must look like orders/create");
            }
          } else {
            errors = find(vErrors ??= [], instancePath + "/webhook/topic", "type", "must be text");
          }
        }
        if (data0.format !== void 0) {
          let data4 = data0.format;
          if (typeof data4 !== "string") {
            errors = find(vErrors ??= [], instancePath + "/webhook/format", "type", "must be text");
          }
          if (!(data4 === "json" || data4 === "xml")) {
            errors = find(vErrors ??= [], instancePath + "/webhook/format", "enum", "must be json or xml");
          }
        }
        if (data0.created_at !== void 0) {
          let data5 = data0.created_at;
          if (typeof data5 === "string") {
            if (!pattern7.test(data5)) {
              errors = find(vErrors ??= [], instancePath + "/webhook/created_at", "pattern", "must look like 2026-03-02T10:20:00+02:00");
            }
          } else {
            errors = find(vErrors ??= [], instancePath + "/webhook/created_at", "type", "must be text");
          }
        }
        if (data0.updated_at !== void 0) {
          let data6 = data0.updated_at;
          if (typeof data6 === "string") {
            if (!pattern7.test(data6)) {
              errors = find(vErrors ??= [], instancePath + "/webhook/updated_at", "pattern", "must look like 2026-03-02T10:20:00+02:00");
            }
          } else {
            errors = find(vErrors ??= [], instancePath + "/webhook/updated_at", "type", "must be text");
          }
        }
      } else {
        errors = find(vErrors ??= [], instancePath + "/webhook", "type", "must be an object");
      }
    }
  } else {
    errors = find(vErrors ??= [], instancePath, "type", "must be an object");
  }
  validate27.errors = vErrors;
  return errors === 0;
}
function validate28(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.webhook === void 0) {
      errors = find(vErrors ??= [], instancePath + "/webhook", "required", "is required");
    }
    if (data.webhook !== void 0) {
      let data0 = data.webhook;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.topic === void 0) {
          errors = find(vErrors ??= [], instancePath + "/webhook/topic", "required", "is required");
        }
        if (data0.address === void 0) {
          errors = find(vErrors ??= [], instancePath + "/webhook/address", "required", "is required");
        }
        if (data0.topic !== void 0) {
          let data1 = data0.topic;
          if (typeof data1 === "string") {
            if (!pattern6.test(data1)) {
              errors = find(vErrors ??= [], instancePath + "/webhook/topic", "pattern", "must look like orders/create");
            }
          } else {
            errors = find(vErrors ??= [], instancePath + "/webhook/topic", "type", "must be text");
          }
        }
        if (data0.address !== void 0) {
          let data2 = data0.address;
          if (typeof data2 === "string") {
            if (!formats4.test(data2)) {
              errors = find(vErrors ??= [], instancePath + "/webhook/address", "format", "must be a URL");
            }
          } else {
            errors = find(vErrors ??= [], instancePath + "/webhook/address", "type", "must be text");
          }
        }
        if (data0.format !== void 0) {
          let data3 = data0.format;
          if (typeof data3 !== "string") {
            errors = find(vErrors ??= [], instancePath + "/webhook/format", "type", "must be text");
          }
          if (!(data3 === "json" || data3 === "xml")) {
            errors = find(vErrors ??= [], instancePath + "/webhook/format", "enum", "must be json or xml");
          }
        }
      } else {
        errors = find(vErrors ??= [], instancePath + "/webhook", "type", "must be an object");
      }
    }
  } else {
    errors = find(vErrors ??= [], instancePath, "type", "must be an object");
  }
  validate28.errors = vErrors;
  return errors === 0;
}
function validate29(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(Number.isInteger(data)) && typeof data !== "string") {
    errors = find(vErrors ??= [], instancePath, "type", "must be a whole number or text");
  }
  validate29.errors = vErrors;
  return errors === 0;
}
function validate30(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      errors = find(vErrors ??= [], instancePath + "/success", "required", "is required");
    }
    if (data.message === void 0) {
      errors = find(vErrors ??= [], instancePath + "/message", "required", "is required");
    }
    if (data.success !== void 0) {
      if (typeof data.success !== "boolean") {
        errors = find(vErrors ??= [], instancePath + "/success", "type", "must be true or false");
      }
    }
    if (data.message !== void 0) {
      if (typeof data.message !== "string") {
        errors = find(vErrors ??= [], instancePath + "/message", "type", "must be text");
      }
    }
  } else {
    errors = find(vErrors ??= [], instancePath, "type", "must be an object");
  }
  validate30.errors = vErrors;
  return errors === 0;
}
function validate31(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      errors = find(vErrors ??= [], instancePath + "/id", "required", "is required");
    }
    if (data.address === void 0) {
      errors = find(vErrors ??= [], instancePath + "/address", "required", "is required");
    }
    if (data.topic === void 0) {
      errors = find(vErrors ??= [], instancePath + "/topic", "required", "is required");
    }
    if (data.format === void 0) {
      errors = find(vErrors ??= [], instancePath + "/format", "required", "is required");
    }
    if (data.created_at === void 0) {
      errors = find(vErrors ??= [], instancePath + "/created_at", "required", "is required");
    }
    if (data.updated_at === void 0) {
      errors = find(vErrors ??= [], instancePath + "/updated_at", "required", "is required");
    }
    if (data.id !== void 0) {
      let data0 = data.id;
      if (!(Number.isInteger(data0))) {
        errors = find(vErrors ??= [], instancePath + "/id", "type", "must be a whole number");
      }
    }
    if (data.address !== void 0) {
      let data1 = data.address;
      if (typeof data1 === "string") {
        if (!formats4.test(data1)) {
          errors = find(vErrors ??= [], instancePath + "/address", "format", "must be a URL");
        }
      } else {
        errors = find(vErrors ??= [], instancePath + "/address", "type", "must be text");
      }
    }
    if (data.topic !== void 0) {
      let data2 = data.topic;
      if (typeof data2 === "string") {
        if (!pattern6.test(data2)) {
          errors = find(vErrors ??= [], instancePath + "/topic", "pattern", "must look like orders/create");
        }
      } else {
        errors = find(vErrors ??= [], instancePath + "/topic", "type", "must be text");
      }
    }
    if (data.format !== void 0) {
      let data3 = data.format;
      if (typeof data3 !== "string") {
        errors = find(vErrors ??= [], instancePath + "/format", "type", "must be text");
      }
      if (!(data3 === "json" || data3 === "xml")) {
        errors = find(vErrors ??= [], instancePath + "/format", "enum", "must be json or xml");
      }
    }
    if (data.created_at !== void 0) {
      let data4 = data.created_at;
      if (typeof data4 === "string") {
        if (!pattern7.test(data4)) {
          errors = find(vErrors ??= [], instancePath + "/created_at", "pattern", "must look like 2026-03-02T10:20:00+02:00");
        }
      } else {
        errors = find(vErrors ??= [], instancePath + "/created_at", "type", "must be text");
      }
    }
    if (data.updated_at !== void 0) {
      let data5 = data.updated_at;
      if (typeof data5 === "string") {
        if (!pattern7.test(data5)) {
          errors = find(vErrors ??= [], instancePath + "/updated_at", "pattern", "must look like 2026-03-02T10:20:00+02:00");
        }
      } else {
        errors = find(vErrors ??= [], instancePath + "/updated_at", "type", "must be text");
      }
    }
  } else {
    errors = find(vErrors ??= [], instancePath, "type", "must be an object");
  }
  validate31.errors = vErrors;
  return errors === 0;
}

/** Checks of parameters, by operation, place and name. Convert the text of a URL to a value first. */
export const parameters: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Check>>>>>> = { "listWebhooks": { "query": { "limit": validate21, "page": validate22, "sort_by": validate23, "sort_order": validate24 } }, "getWebhook": { "path": { "id": validate29 } }, "deleteWebhook": { "path": { "id": validate29 } } };

/** Checks of request bodies, by operation; none where a body may be anything. */
export const bodies: Readonly<Record<string, Check>> = { "createWebhook": validate26, "updateWebhook": validate28, "deliverWebhook": validate28 };

/** Checks of the bodies of successful answers, by operation. */
export const responses: Readonly<Record<string, Check>> = { "exchangeAccessToken": validate20, "listWebhooks": validate25, "createWebhook": validate27, "updateWebhook": validate27, "getWebhook": validate27, "deleteWebhook": validate30, "deliverWebhook": validate27 };

/** Checks of the items of each collection, by its name. */
export const items: Readonly<Record<string, Check>> = { "webhooks": validate31 };
