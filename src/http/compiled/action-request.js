"use strict";
// Generated from spec/schemas/bridge-action-request.schema.json by scripts/compile-schema.ts: change it there.
export const matchesActionRequest = validate10;
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^[^]+$", "");

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.tool === undefined) || (!(func0.call(data, "tool")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err0;
errors++;
}
if((data.args === undefined) || (!(func0.call(data, "args")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "args"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
for(const key0 in data){
if(!func0.call(data, key0)) continue;
if(!(((key0 === "tool") || (key0 === "args")) || (key0 === "proposal"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
}
if(data.tool !== undefined){
let data0 = data.tool;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err3 = {instancePath:instancePath+"/tool",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err3;
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/tool",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err4;
errors++;
}
}
if(data.args !== undefined){
let data1 = data.args;
if(!(data1 && typeof data1 == "object" && !Array.isArray(data1))){
const err5 = {instancePath:instancePath+"/args",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err5;
errors++;
}
}
if(data.proposal !== undefined){
let data2 = data.proposal;
if((!(data2 && typeof data2 == "object" && !Array.isArray(data2))) && (typeof data2 !== "string")){
const err6 = {instancePath:instancePath+"/proposal",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err6;
errors++;
}
}
}
else {
const err7 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err7;
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}
