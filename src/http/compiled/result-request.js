"use strict";
// Generated from spec/schemas/bridge-result-request.schema.json by scripts/compile-schema.ts: change it there.
export const matchesResultRequest = validate10;
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^[^]+$", "");
const pattern1 = new RegExp("^[A-Za-z0-9][A-Za-z0-9_.]{7,63}$", "");

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
if((data.request_id === undefined) || (!(func0.call(data, "request_id")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "request_id"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
if((data.args === undefined) || (!(func0.call(data, "args")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "args"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
if((data.answer === undefined) || (!(func0.call(data, "answer")))){
const err3 = {instancePath,keyword:"required",params:{missingProperty: "answer"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err3;
errors++;
}
for(const key0 in data){
if(!func0.call(data, key0)) continue;
if(!(((((key0 === "tool") || (key0 === "request_id")) || (key0 === "args")) || (key0 === "context")) || (key0 === "answer"))){
const err4 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err4;
errors++;
}
}
if(data.tool !== undefined){
let data0 = data.tool;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err5 = {instancePath:instancePath+"/tool",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err5;
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/tool",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err6;
errors++;
}
}
if(data.request_id !== undefined){
let data1 = data.request_id;
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
const err7 = {instancePath:instancePath+"/request_id",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err7;
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/request_id",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err8;
errors++;
}
}
if(data.args !== undefined){
let data2 = data.args;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err9 = {instancePath:instancePath+"/args",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err9;
errors++;
}
}
if(data.context !== undefined){
let data3 = data.context;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
const err10 = {instancePath:instancePath+"/context",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err10;
errors++;
}
}
if(data.answer !== undefined){
let data4 = data.answer;
const _errs11 = errors;
let valid1 = false;
let passing0 = null;
const _errs12 = errors;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if((data4.kind === undefined) || (!(func0.call(data4, "kind")))){
const err11 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err11;
errors++;
}
if((data4.base64 === undefined) || (!(func0.call(data4, "base64")))){
const err12 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "base64"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err12;
errors++;
}
for(const key1 in data4){
if(!func0.call(data4, key1)) continue;
if(!((key1 === "kind") || (key1 === "base64"))){
const err13 = {instancePath:instancePath+"/answer",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err13;
errors++;
}
}
if(data4.kind !== undefined){
if(!(data4.kind === "json")){
const err14 = {instancePath:instancePath+"/answer/kind",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err14;
errors++;
}
}
if(data4.base64 !== undefined){
if(typeof data4.base64 !== "string"){
const err15 = {instancePath:instancePath+"/answer/base64",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err15;
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/answer",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err16;
errors++;
}
var _valid0 = _errs12 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs18 = errors;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if((data4.kind === undefined) || (!(func0.call(data4, "kind")))){
const err17 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err17;
errors++;
}
if((data4.text === undefined) || (!(func0.call(data4, "text")))){
const err18 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "text"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err18;
errors++;
}
for(const key2 in data4){
if(!func0.call(data4, key2)) continue;
if(!((key2 === "kind") || (key2 === "text"))){
const err19 = {instancePath:instancePath+"/answer",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err19;
errors++;
}
}
if(data4.kind !== undefined){
if(!(data4.kind === "json")){
const err20 = {instancePath:instancePath+"/answer/kind",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err20;
errors++;
}
}
if(data4.text !== undefined){
if(typeof data4.text !== "string"){
const err21 = {instancePath:instancePath+"/answer/text",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err21;
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/answer",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err22;
errors++;
}
var _valid0 = _errs18 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err23 = {instancePath:instancePath+"/answer",keyword:"oneOf"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err23;
errors++;
}
else {
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err24 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err24;
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}
