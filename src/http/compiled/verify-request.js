"use strict";
// Generated from spec/schemas/bridge-verify-request.schema.json by scripts/compile-schema.ts: change it there.
export const matchesVerifyRequest = validate10;
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^[^]+$", "");

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.tool_name === undefined) || (!(func0.call(data, "tool_name")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "tool_name"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err0;
errors++;
}
if((data.tool_args === undefined) || (!(func0.call(data, "tool_args")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "tool_args"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
for(const key0 in data){
if(!func0.call(data, key0)) continue;
if(!((key0 === "tool_name") || (key0 === "tool_args"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
}
if(data.tool_name !== undefined){
let data0 = data.tool_name;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err3 = {instancePath:instancePath+"/tool_name",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err3;
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/tool_name",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err4;
errors++;
}
}
if(data.tool_args !== undefined){
let data1 = data.tool_args;
if(!(data1 && typeof data1 == "object" && !Array.isArray(data1))){
const err5 = {instancePath:instancePath+"/tool_args",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err5;
errors++;
}
}
}
else {
const err6 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err6;
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}
