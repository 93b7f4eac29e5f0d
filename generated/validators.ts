// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.
// @ts-nocheck: ajv compiles schemas to JavaScript; only the tables have types.

import type { Check } from "../src/check.js";

export { type Check, placeOf } from "../src/check.js";

// checks:texts
var check0 = validate21;
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate21.errors = vErrors;
  return errors === 0;
}
var check1 = validate22;
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query !== void 0) {
      let data1 = data.query;
      if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
        if (data1.limit === void 0) {
          data1.limit = 20;
        }
        if (data1.page === void 0) {
          data1.page = 1;
        }
        let data2 = data1.limit;
        if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
          let dataType0 = typeof data2;
          let coerced0 = void 0;
          if (dataType0 == "object" && Array.isArray(data2) && data2.length == 1) {
            data2 = data2[0];
            dataType0 = typeof data2;
            if (typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2)) {
              coerced0 = data2;
            }
          }
          if (!(coerced0 !== void 0)) {
            if (dataType0 === "boolean" || data2 === null || dataType0 === "string" && data2 && data2 == +data2 && !(data2 % 1)) {
              coerced0 = +data2;
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/query/limit", keyword: "type", params: {}, message: "must be an integer" });
              errors++;
            }
          }
          if (coerced0 !== void 0) {
            data2 = coerced0;
            if (data1 !== void 0) {
              data1["limit"] = coerced0;
            }
          }
        }
        if (typeof data2 == "number" && isFinite(data2)) {
          if (data2 > 1e4 || isNaN(data2)) {
            (vErrors ??= []).push({ instancePath: instancePath + "/query/limit", keyword: "maximum", params: {}, message: "must be at most 10000" });
            errors++;
          }
        }
        let data3 = data1.page;
        if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
          let dataType1 = typeof data3;
          let coerced1 = void 0;
          if (dataType1 == "object" && Array.isArray(data3) && data3.length == 1) {
            data3 = data3[0];
            dataType1 = typeof data3;
            if (typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3)) {
              coerced1 = data3;
            }
          }
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data3 === null || dataType1 === "string" && data3 && data3 == +data3 && !(data3 % 1)) {
              coerced1 = +data3;
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/query/page", keyword: "type", params: {}, message: "must be an integer" });
              errors++;
            }
          }
          if (coerced1 !== void 0) {
            data3 = coerced1;
            if (data1 !== void 0) {
              data1["page"] = coerced1;
            }
          }
        }
        if (data1.sort_by !== void 0) {
          let data4 = data1.sort_by;
          if (typeof data4 !== "string") {
            let dataType2 = typeof data4;
            let coerced2 = void 0;
            if (dataType2 == "object" && Array.isArray(data4) && data4.length == 1) {
              data4 = data4[0];
              dataType2 = typeof data4;
              if (typeof data4 === "string") {
                coerced2 = data4;
              }
            }
            if (!(coerced2 !== void 0)) {
              if (dataType2 == "number" || dataType2 == "boolean") {
                coerced2 = "" + data4;
              } else if (data4 === null) {
                coerced2 = "";
              } else {
                (vErrors ??= []).push({ instancePath: instancePath + "/query/sort_by", keyword: "type", params: {}, message: "must be a string" });
                errors++;
              }
            }
            if (coerced2 !== void 0) {
              data4 = coerced2;
              if (data1 !== void 0) {
                data1["sort_by"] = coerced2;
              }
            }
          }
        }
        if (data1.sort_order !== void 0) {
          let data5 = data1.sort_order;
          if (typeof data5 !== "string") {
            let dataType3 = typeof data5;
            let coerced3 = void 0;
            if (dataType3 == "object" && Array.isArray(data5) && data5.length == 1) {
              data5 = data5[0];
              dataType3 = typeof data5;
              if (typeof data5 === "string") {
                coerced3 = data5;
              }
            }
            if (!(coerced3 !== void 0)) {
              if (dataType3 == "number" || dataType3 == "boolean") {
                coerced3 = "" + data5;
              } else if (data5 === null) {
                coerced3 = "";
              } else {
                (vErrors ??= []).push({ instancePath: instancePath + "/query/sort_order", keyword: "type", params: {}, message: "must be a string" });
                errors++;
              }
            }
            if (coerced3 !== void 0) {
              data5 = coerced3;
              if (data1 !== void 0) {
                data1["sort_order"] = coerced3;
              }
            }
          }
          if (!(data5 === "asc" || data5 === "desc")) {
            (vErrors ??= []).push({ instancePath: instancePath + "/query/sort_order", keyword: "enum", params: {}, message: "must be asc or desc" });
            errors++;
          }
        }
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate22.errors = vErrors;
  return errors === 0;
}
var check2 = validate23;
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.path !== void 0) {
      let data0 = data.path;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          (vErrors ??= []).push({ instancePath: instancePath + "/path", keyword: "required", params: { missingProperty: "id" }, message: "is required" });
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          const _errs3 = errors;
          let valid2 = false;
          const _errs4 = errors;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (dataType0 == "object" && Array.isArray(data1) && data1.length == 1) {
              data1 = data1[0];
              dataType0 = typeof data1;
              if (typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1)) {
                coerced0 = data1;
              }
            }
            if (!(coerced0 !== void 0)) {
              if (dataType0 === "boolean" || data1 === null || dataType0 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
                coerced0 = +data1;
              } else {
                (vErrors ??= []).push({ instancePath: instancePath + "/path/id", keyword: "type", params: {}, message: "must be an integer" });
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          var _valid0 = _errs4 === errors;
          valid2 = valid2 || _valid0;
          if (!valid2) {
            const _errs6 = errors;
            if (typeof data1 !== "string") {
              let dataType1 = typeof data1;
              let coerced1 = void 0;
              if (dataType1 == "object" && Array.isArray(data1) && data1.length == 1) {
                data1 = data1[0];
                dataType1 = typeof data1;
                if (typeof data1 === "string") {
                  coerced1 = data1;
                }
              }
              if (!(coerced1 !== void 0)) {
                if (dataType1 == "number" || dataType1 == "boolean") {
                  coerced1 = "" + data1;
                } else if (data1 === null) {
                  coerced1 = "";
                } else {
                  (vErrors ??= []).push({ instancePath: instancePath + "/path/id", keyword: "type", params: {}, message: "must be a string" });
                  errors++;
                }
              }
              if (coerced1 !== void 0) {
                data1 = coerced1;
                if (data0 !== void 0) {
                  data0["id"] = coerced1;
                }
              }
            }
            var _valid0 = _errs6 === errors;
            valid2 = valid2 || _valid0;
          }
          if (!valid2) {
            (vErrors ??= []).push({ instancePath: instancePath + "/path/id", keyword: "anyOf", params: {}, message: "must have one of the forms that are allowed" });
            errors++;
          } else {
            errors = _errs3;
            if (vErrors !== null) {
              if (_errs3) {
                vErrors.length = _errs3;
              } else {
                vErrors = null;
              }
            }
          }
        }
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate23.errors = vErrors;
  return errors === 0;
}

/** Checks of the parameters, by operation: `{ path, query, header }`. Texts become values, and defaults are set. */
export const parameters: Readonly<Record<string, Check>> = { "exchangeAccessToken": check0, "listWebhooks": check1, "createWebhook": check0, "updateWebhook": check0, "getWebhook": check2, "deleteWebhook": check2, "deliverWebhook": check0 };

/** Checks of the headers of responses, by operation, and by status as the contract writes it. They read names in lower case. */
export const headers: Readonly<Record<string, Record<string, Check>>> = {};

// checks:values
var check02 = validate212;
function validate212(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  validate212.errors = null;
  return true;
}
var check12 = validate222;
var pattern0 = /* @__PURE__ */ new RegExp("^[^/]+/[^/]+$", "u");
var formats0 = /^(?!.*%(?![\da-f]{2}))[a-z][a-z\d+.-]*:[\w.~:/?#[\]@!$&'()*+,;=%-]+$/i;
function validate222(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.webhook === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "webhook" }, message: "is required" });
      errors++;
    }
    if (data.webhook !== void 0) {
      let data0 = data.webhook;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.topic === void 0) {
          (vErrors ??= []).push({ instancePath: instancePath + "/webhook", keyword: "required", params: { missingProperty: "topic" }, message: "is required" });
          errors++;
        }
        if (data0.address === void 0) {
          (vErrors ??= []).push({ instancePath: instancePath + "/webhook", keyword: "required", params: { missingProperty: "address" }, message: "is required" });
          errors++;
        }
        if (data0.topic !== void 0) {
          let data1 = data0.topic;
          if (typeof data1 === "string") {
            if (!pattern0.test(data1)) {
              (vErrors ??= []).push({ instancePath: instancePath + "/webhook/topic", keyword: "pattern", params: {}, message: "must look like orders/create" });
              errors++;
            }
          } else {
            (vErrors ??= []).push({ instancePath: instancePath + "/webhook/topic", keyword: "type", params: {}, message: "must be a string" });
            errors++;
          }
        }
        if (data0.address !== void 0) {
          let data2 = data0.address;
          if (typeof data2 === "string") {
            if (!formats0.test(data2)) {
              (vErrors ??= []).push({ instancePath: instancePath + "/webhook/address", keyword: "format", params: {}, message: "must be a URL" });
              errors++;
            }
          } else {
            (vErrors ??= []).push({ instancePath: instancePath + "/webhook/address", keyword: "type", params: {}, message: "must be a string" });
            errors++;
          }
        }
        if (data0.format !== void 0) {
          let data3 = data0.format;
          if (typeof data3 !== "string") {
            (vErrors ??= []).push({ instancePath: instancePath + "/webhook/format", keyword: "type", params: {}, message: "must be a string" });
            errors++;
          }
          if (!(data3 === "json" || data3 === "xml")) {
            (vErrors ??= []).push({ instancePath: instancePath + "/webhook/format", keyword: "enum", params: {}, message: "must be json or xml" });
            errors++;
          }
        }
        if (data0.event !== void 0) {
          if (typeof data0.event !== "string") {
            (vErrors ??= []).push({ instancePath: instancePath + "/webhook/event", keyword: "type", params: {}, message: "must be a string" });
            errors++;
          }
        }
        if (data0.app_id !== void 0) {
          let data5 = data0.app_id;
          if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)) && isFinite(data5))) {
            (vErrors ??= []).push({ instancePath: instancePath + "/webhook/app_id", keyword: "type", params: {}, message: "must be an integer" });
            errors++;
          }
        }
        if (data0.secret !== void 0) {
          if (!(typeof data0.secret === "string")) {
            (vErrors ??= []).push({ instancePath: instancePath + "/webhook/secret", keyword: "type", params: {}, message: "must be a string" });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/webhook", keyword: "type", params: {}, message: "must be an object" });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate222.errors = vErrors;
  return errors === 0;
}
var check22 = validate232;
function validate232(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.webhook === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "webhook" }, message: "is required" });
      errors++;
    }
    if (data.webhook !== void 0) {
      let data0 = data.webhook;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.topic === void 0) {
          (vErrors ??= []).push({ instancePath: instancePath + "/webhook", keyword: "required", params: { missingProperty: "topic" }, message: "is required" });
          errors++;
        }
        if (data0.address === void 0) {
          (vErrors ??= []).push({ instancePath: instancePath + "/webhook", keyword: "required", params: { missingProperty: "address" }, message: "is required" });
          errors++;
        }
        if (data0.topic !== void 0) {
          let data1 = data0.topic;
          if (typeof data1 === "string") {
            if (!pattern0.test(data1)) {
              (vErrors ??= []).push({ instancePath: instancePath + "/webhook/topic", keyword: "pattern", params: {}, message: "must look like orders/create" });
              errors++;
            }
          } else {
            (vErrors ??= []).push({ instancePath: instancePath + "/webhook/topic", keyword: "type", params: {}, message: "must be a string" });
            errors++;
          }
        }
        if (data0.address !== void 0) {
          let data2 = data0.address;
          if (typeof data2 === "string") {
            if (!formats0.test(data2)) {
              (vErrors ??= []).push({ instancePath: instancePath + "/webhook/address", keyword: "format", params: {}, message: "must be a URL" });
              errors++;
            }
          } else {
            (vErrors ??= []).push({ instancePath: instancePath + "/webhook/address", keyword: "type", params: {}, message: "must be a string" });
            errors++;
          }
        }
        if (data0.format !== void 0) {
          let data3 = data0.format;
          if (typeof data3 !== "string") {
            (vErrors ??= []).push({ instancePath: instancePath + "/webhook/format", keyword: "type", params: {}, message: "must be a string" });
            errors++;
          }
          if (!(data3 === "json" || data3 === "xml")) {
            (vErrors ??= []).push({ instancePath: instancePath + "/webhook/format", keyword: "enum", params: {}, message: "must be json or xml" });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/webhook", keyword: "type", params: {}, message: "must be an object" });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate232.errors = vErrors;
  return errors === 0;
}
var check3 = validate24;
var formats4 = /^(?!\d{4}-(?:02-3|(?:0[469]|11)-31)|(?!\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)\d{4}-02-29)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
var pattern2 = /* @__PURE__ */ new RegExp("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d(\\.\\d+)?Z$", "u");
function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "id" }, message: "is required" });
      errors++;
    }
    if (data.client_id === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "client_id" }, message: "is required" });
      errors++;
    }
    if (data.client_secret === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "client_secret" }, message: "is required" });
      errors++;
    }
    if (data.code === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "code" }, message: "is required" });
      errors++;
    }
    if (data.created_at === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "created_at" }, message: "is required" });
      errors++;
    }
    if (data.updated_at === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "updated_at" }, message: "is required" });
      errors++;
    }
    if (data.id !== void 0) {
      let data0 = data.id;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "type", params: {}, message: "must be an integer" });
        errors++;
      }
    }
    if (data.client_id !== void 0) {
      if (typeof data.client_id !== "string") {
        (vErrors ??= []).push({ instancePath: instancePath + "/client_id", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
    if (data.client_secret !== void 0) {
      if (!(typeof data.client_secret === "string")) {
        (vErrors ??= []).push({ instancePath: instancePath + "/client_secret", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
    if (data.code !== void 0) {
      if (!(typeof data.code === "string")) {
        (vErrors ??= []).push({ instancePath: instancePath + "/code", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
    if (data.created_at !== void 0) {
      let data4 = data.created_at;
      if (typeof data4 === "string") {
        if (!pattern2.test(data4)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/created_at", keyword: "pattern", params: {}, message: "must look like 2026-03-02T08:15:00Z" });
          errors++;
        }
        if (!formats4.test(data4)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/created_at", keyword: "format", params: {}, message: "must look like 2026-03-02T08:15:00Z" });
          errors++;
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/created_at", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
    if (data.updated_at !== void 0) {
      let data5 = data.updated_at;
      if (typeof data5 === "string") {
        if (!pattern2.test(data5)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/updated_at", keyword: "pattern", params: {}, message: "must look like 2026-03-02T08:15:00Z" });
          errors++;
        }
        if (!formats4.test(data5)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/updated_at", keyword: "format", params: {}, message: "must look like 2026-03-02T08:15:00Z" });
          errors++;
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/updated_at", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate25.errors = vErrors;
  return errors === 0;
}
function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.oauth === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "oauth" }, message: "is required" });
      errors++;
    }
    if (data.oauth !== void 0) {
      if (!validate25(data.oauth, { instancePath: instancePath + "/oauth", parentData: data, parentDataProperty: "oauth", rootData })) {
        vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
        errors = vErrors.length;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate24.errors = vErrors;
  return errors === 0;
}
var check4 = validate27;
var pattern5 = /* @__PURE__ */ new RegExp("^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?[+-]([01]\\d|2[0-3]):[0-5]\\d$", "u");
function validate28(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "id" }, message: "is required" });
      errors++;
    }
    if (data.address === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "address" }, message: "is required" });
      errors++;
    }
    if (data.topic === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "topic" }, message: "is required" });
      errors++;
    }
    if (data.format === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "format" }, message: "is required" });
      errors++;
    }
    if (data.created_at === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "created_at" }, message: "is required" });
      errors++;
    }
    if (data.updated_at === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "updated_at" }, message: "is required" });
      errors++;
    }
    if (data.id !== void 0) {
      let data0 = data.id;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "type", params: {}, message: "must be an integer" });
        errors++;
      }
    }
    if (data.address !== void 0) {
      let data1 = data.address;
      if (typeof data1 === "string") {
        if (!formats0.test(data1)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/address", keyword: "format", params: {}, message: "must be a URL" });
          errors++;
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/address", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
    if (data.topic !== void 0) {
      let data2 = data.topic;
      if (typeof data2 === "string") {
        if (!pattern0.test(data2)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/topic", keyword: "pattern", params: {}, message: "must look like orders/create" });
          errors++;
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/topic", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
    if (data.format !== void 0) {
      let data3 = data.format;
      if (typeof data3 !== "string") {
        (vErrors ??= []).push({ instancePath: instancePath + "/format", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
      if (!(data3 === "json" || data3 === "xml")) {
        (vErrors ??= []).push({ instancePath: instancePath + "/format", keyword: "enum", params: {}, message: "must be json or xml" });
        errors++;
      }
    }
    if (data.created_at !== void 0) {
      let data4 = data.created_at;
      if (typeof data4 === "string") {
        if (!pattern5.test(data4)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/created_at", keyword: "pattern", params: {}, message: "must look like 2026-03-02T10:20:00+02:00" });
          errors++;
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/created_at", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
    if (data.updated_at !== void 0) {
      let data5 = data.updated_at;
      if (typeof data5 === "string") {
        if (!pattern5.test(data5)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/updated_at", keyword: "pattern", params: {}, message: "must look like 2026-03-02T10:20:00+02:00" });
          errors++;
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/updated_at", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate28.errors = vErrors;
  return errors === 0;
}
function validate30(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.current_page === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "current_page" }, message: "is required" });
      errors++;
    }
    if (data.per_page === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "per_page" }, message: "is required" });
      errors++;
    }
    if (data.total === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "total" }, message: "is required" });
      errors++;
    }
    if (data.total_pages === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "total_pages" }, message: "is required" });
      errors++;
    }
    if (data.current_page !== void 0) {
      let data0 = data.current_page;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        (vErrors ??= []).push({ instancePath: instancePath + "/current_page", keyword: "type", params: {}, message: "must be an integer" });
        errors++;
      }
    }
    if (data.per_page !== void 0) {
      let data1 = data.per_page;
      if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
        (vErrors ??= []).push({ instancePath: instancePath + "/per_page", keyword: "type", params: {}, message: "must be an integer" });
        errors++;
      }
    }
    if (data.total !== void 0) {
      let data2 = data.total;
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
        (vErrors ??= []).push({ instancePath: instancePath + "/total", keyword: "type", params: {}, message: "must be an integer" });
        errors++;
      }
    }
    if (data.total_pages !== void 0) {
      let data3 = data.total_pages;
      if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
        (vErrors ??= []).push({ instancePath: instancePath + "/total_pages", keyword: "type", params: {}, message: "must be an integer" });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate30.errors = vErrors;
  return errors === 0;
}
function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.webhooks === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "webhooks" }, message: "is required" });
      errors++;
    }
    if (data.pagination === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "pagination" }, message: "is required" });
      errors++;
    }
    if (data.webhooks !== void 0) {
      let data0 = data.webhooks;
      if (Array.isArray(data0)) {
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (!validate28(data0[i0], { instancePath: instancePath + "/webhooks/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
            errors = vErrors.length;
          }
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/webhooks", keyword: "type", params: {}, message: "must be an array" });
        errors++;
      }
    }
    if (data.pagination !== void 0) {
      if (!validate30(data.pagination, { instancePath: instancePath + "/pagination", parentData: data, parentDataProperty: "pagination", rootData })) {
        vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
        errors = vErrors.length;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate27.errors = vErrors;
  return errors === 0;
}
var check5 = validate32;
function validate32(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.webhook === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "webhook" }, message: "is required" });
      errors++;
    }
    if (data.webhook !== void 0) {
      if (!validate28(data.webhook, { instancePath: instancePath + "/webhook", parentData: data, parentDataProperty: "webhook", rootData })) {
        vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
        errors = vErrors.length;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate32.errors = vErrors;
  return errors === 0;
}
var check6 = validate34;
function validate35(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "success" }, message: "is required" });
      errors++;
    }
    if (data.message === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "message" }, message: "is required" });
      errors++;
    }
    if (data.success !== void 0) {
      if (typeof data.success !== "boolean") {
        (vErrors ??= []).push({ instancePath: instancePath + "/success", keyword: "type", params: {}, message: "must be a boolean" });
        errors++;
      }
    }
    if (data.message !== void 0) {
      if (typeof data.message !== "string") {
        (vErrors ??= []).push({ instancePath: instancePath + "/message", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate35.errors = vErrors;
  return errors === 0;
}
function validate34(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!validate35(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
    errors = vErrors.length;
  }
  validate34.errors = vErrors;
  return errors === 0;
}
var check7 = validate37;
function validate37(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "id" }, message: "is required" });
      errors++;
    }
    if (data.client_id === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "client_id" }, message: "is required" });
      errors++;
    }
    if (data.client_secret === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "client_secret" }, message: "is required" });
      errors++;
    }
    if (data.code === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "code" }, message: "is required" });
      errors++;
    }
    if (data.created_at === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "created_at" }, message: "is required" });
      errors++;
    }
    if (data.updated_at === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "updated_at" }, message: "is required" });
      errors++;
    }
    if (data.id !== void 0) {
      let data0 = data.id;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "type", params: {}, message: "must be an integer" });
        errors++;
      }
    }
    if (data.client_id !== void 0) {
      if (typeof data.client_id !== "string") {
        (vErrors ??= []).push({ instancePath: instancePath + "/client_id", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
    if (data.client_secret !== void 0) {
      if (!(typeof data.client_secret === "string")) {
        (vErrors ??= []).push({ instancePath: instancePath + "/client_secret", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
    if (data.code !== void 0) {
      if (!(typeof data.code === "string")) {
        (vErrors ??= []).push({ instancePath: instancePath + "/code", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
    if (data.created_at !== void 0) {
      let data4 = data.created_at;
      if (typeof data4 === "string") {
        if (!pattern2.test(data4)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/created_at", keyword: "pattern", params: {}, message: "must look like 2026-03-02T08:15:00Z" });
          errors++;
        }
        if (!formats4.test(data4)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/created_at", keyword: "format", params: {}, message: "must look like 2026-03-02T08:15:00Z" });
          errors++;
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/created_at", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
    if (data.updated_at !== void 0) {
      let data5 = data.updated_at;
      if (typeof data5 === "string") {
        if (!pattern2.test(data5)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/updated_at", keyword: "pattern", params: {}, message: "must look like 2026-03-02T08:15:00Z" });
          errors++;
        }
        if (!formats4.test(data5)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/updated_at", keyword: "format", params: {}, message: "must look like 2026-03-02T08:15:00Z" });
          errors++;
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/updated_at", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate37.errors = vErrors;
  return errors === 0;
}
var check8 = validate38;
function validate38(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "id" }, message: "is required" });
      errors++;
    }
    if (data.address === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "address" }, message: "is required" });
      errors++;
    }
    if (data.topic === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "topic" }, message: "is required" });
      errors++;
    }
    if (data.format === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "format" }, message: "is required" });
      errors++;
    }
    if (data.created_at === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "created_at" }, message: "is required" });
      errors++;
    }
    if (data.updated_at === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "updated_at" }, message: "is required" });
      errors++;
    }
    if (data.id !== void 0) {
      let data0 = data.id;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "type", params: {}, message: "must be an integer" });
        errors++;
      }
    }
    if (data.address !== void 0) {
      let data1 = data.address;
      if (typeof data1 === "string") {
        if (!formats0.test(data1)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/address", keyword: "format", params: {}, message: "must be a URL" });
          errors++;
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/address", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
    if (data.topic !== void 0) {
      let data2 = data.topic;
      if (typeof data2 === "string") {
        if (!pattern0.test(data2)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/topic", keyword: "pattern", params: {}, message: "must look like orders/create" });
          errors++;
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/topic", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
    if (data.format !== void 0) {
      let data3 = data.format;
      if (typeof data3 !== "string") {
        (vErrors ??= []).push({ instancePath: instancePath + "/format", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
      if (!(data3 === "json" || data3 === "xml")) {
        (vErrors ??= []).push({ instancePath: instancePath + "/format", keyword: "enum", params: {}, message: "must be json or xml" });
        errors++;
      }
    }
    if (data.created_at !== void 0) {
      let data4 = data.created_at;
      if (typeof data4 === "string") {
        if (!pattern5.test(data4)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/created_at", keyword: "pattern", params: {}, message: "must look like 2026-03-02T10:20:00+02:00" });
          errors++;
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/created_at", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
    if (data.updated_at !== void 0) {
      let data5 = data.updated_at;
      if (typeof data5 === "string") {
        if (!pattern5.test(data5)) {
          (vErrors ??= []).push({ instancePath: instancePath + "/updated_at", keyword: "pattern", params: {}, message: "must look like 2026-03-02T10:20:00+02:00" });
          errors++;
        }
      } else {
        (vErrors ??= []).push({ instancePath: instancePath + "/updated_at", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate38.errors = vErrors;
  return errors === 0;
}
var check9 = validate39;
function validate39(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.current_page === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "current_page" }, message: "is required" });
      errors++;
    }
    if (data.per_page === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "per_page" }, message: "is required" });
      errors++;
    }
    if (data.total === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "total" }, message: "is required" });
      errors++;
    }
    if (data.total_pages === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "total_pages" }, message: "is required" });
      errors++;
    }
    if (data.current_page !== void 0) {
      let data0 = data.current_page;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        (vErrors ??= []).push({ instancePath: instancePath + "/current_page", keyword: "type", params: {}, message: "must be an integer" });
        errors++;
      }
    }
    if (data.per_page !== void 0) {
      let data1 = data.per_page;
      if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
        (vErrors ??= []).push({ instancePath: instancePath + "/per_page", keyword: "type", params: {}, message: "must be an integer" });
        errors++;
      }
    }
    if (data.total !== void 0) {
      let data2 = data.total;
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
        (vErrors ??= []).push({ instancePath: instancePath + "/total", keyword: "type", params: {}, message: "must be an integer" });
        errors++;
      }
    }
    if (data.total_pages !== void 0) {
      let data3 = data.total_pages;
      if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
        (vErrors ??= []).push({ instancePath: instancePath + "/total_pages", keyword: "type", params: {}, message: "must be an integer" });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate39.errors = vErrors;
  return errors === 0;
}
var check10 = validate40;
function validate40(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "success" }, message: "is required" });
      errors++;
    }
    if (data.message === void 0) {
      (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "message" }, message: "is required" });
      errors++;
    }
    if (data.success !== void 0) {
      if (typeof data.success !== "boolean") {
        (vErrors ??= []).push({ instancePath: instancePath + "/success", keyword: "type", params: {}, message: "must be a boolean" });
        errors++;
      }
    }
    if (data.message !== void 0) {
      if (typeof data.message !== "string") {
        (vErrors ??= []).push({ instancePath: instancePath + "/message", keyword: "type", params: {}, message: "must be a string" });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: "type", params: {}, message: "must be an object" });
    errors++;
  }
  validate40.errors = vErrors;
  return errors === 0;
}

/** Checks of request bodies, by operation. */
export const bodies: Readonly<Record<string, Check>> = { "exchangeAccessToken": check02, "createWebhook": check12, "updateWebhook": check22, "deliverWebhook": check22 };

/** Checks of the bodies of successes, by operation. */
export const responses: Readonly<Record<string, Check>> = { "exchangeAccessToken": check3, "listWebhooks": check4, "createWebhook": check5, "updateWebhook": check5, "getWebhook": check5, "deleteWebhook": check6, "deliverWebhook": check5 };

/** Checks of the bodies of failures, by the name of their schema. */
export const failures: Readonly<Record<string, Check>> = {};

/** Check of the schema `OAuth`. */
export const OAuthCheck: Check = check7;

/** Check of the schema `Webhook`. */
export const WebhookCheck: Check = check8;

/** Check of the schema `Pagination`. */
export const PaginationCheck: Check = check9;

/** Check of the schema `DeletionResult`. */
export const DeletionResultCheck: Check = check10;
