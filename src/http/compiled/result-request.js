"use strict";
// Generated from spec/schemas/bridge-result-request.schema.json by scripts/compile-schema.ts: change it there.
export const matchesResultRequest = validate10;
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^[^]+$", "");
const pattern2 = new RegExp("^[A-Za-z0-9][A-Za-z0-9_.]{7,63}$", "");

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
if(!((((((key0 === "tool") || (key0 === "version")) || (key0 === "request_id")) || (key0 === "args")) || (key0 === "context")) || (key0 === "answer"))){
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
if(data.version !== undefined){
let data1 = data.version;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err7 = {instancePath:instancePath+"/version",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err7;
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/version",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err8;
errors++;
}
}
if(data.request_id !== undefined){
let data2 = data.request_id;
if(typeof data2 === "string"){
if(!pattern2.test(data2)){
const err9 = {instancePath:instancePath+"/request_id",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err9;
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/request_id",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err10;
errors++;
}
}
if(data.args !== undefined){
let data3 = data.args;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
const err11 = {instancePath:instancePath+"/args",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err11;
errors++;
}
}
if(data.context !== undefined){
let data4 = data.context;
if(!(data4 && typeof data4 == "object" && !Array.isArray(data4))){
const err12 = {instancePath:instancePath+"/context",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err12;
errors++;
}
}
if(data.answer !== undefined){
let data5 = data.answer;
const _errs13 = errors;
let valid1 = false;
let passing0 = null;
const _errs14 = errors;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if((data5.kind === undefined) || (!(func0.call(data5, "kind")))){
const err13 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err13;
errors++;
}
if((data5.base64 === undefined) || (!(func0.call(data5, "base64")))){
const err14 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "base64"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err14;
errors++;
}
for(const key1 in data5){
if(!func0.call(data5, key1)) continue;
if(!((key1 === "kind") || (key1 === "base64"))){
const err15 = {instancePath:instancePath+"/answer",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err15;
errors++;
}
}
if(data5.kind !== undefined){
let data6 = data5.kind;
if(!((data6 === "json") || (data6 === "mcp"))){
const err16 = {instancePath:instancePath+"/answer/kind",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err16;
errors++;
}
}
if(data5.base64 !== undefined){
if(typeof data5.base64 !== "string"){
const err17 = {instancePath:instancePath+"/answer/base64",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err17;
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/answer",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err18;
errors++;
}
var _valid0 = _errs14 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs20 = errors;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if((data5.kind === undefined) || (!(func0.call(data5, "kind")))){
const err19 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err19;
errors++;
}
if((data5.text === undefined) || (!(func0.call(data5, "text")))){
const err20 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "text"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err20;
errors++;
}
for(const key2 in data5){
if(!func0.call(data5, key2)) continue;
if(!((key2 === "kind") || (key2 === "text"))){
const err21 = {instancePath:instancePath+"/answer",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err21;
errors++;
}
}
if(data5.kind !== undefined){
let data8 = data5.kind;
if(!((data8 === "json") || (data8 === "mcp"))){
const err22 = {instancePath:instancePath+"/answer/kind",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err22;
errors++;
}
}
if(data5.text !== undefined){
if(typeof data5.text !== "string"){
const err23 = {instancePath:instancePath+"/answer/text",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err23;
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/answer",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err24;
errors++;
}
var _valid0 = _errs20 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
const _errs26 = errors;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if((data5.kind === undefined) || (!(func0.call(data5, "kind")))){
const err25 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err25;
errors++;
}
if((data5.status === undefined) || (!(func0.call(data5, "status")))){
const err26 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err26;
errors++;
}
if((data5.media_type === undefined) || (!(func0.call(data5, "media_type")))){
const err27 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "media_type"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err27;
errors++;
}
if((data5.base64 === undefined) || (!(func0.call(data5, "base64")))){
const err28 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "base64"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err28;
errors++;
}
for(const key3 in data5){
if(!func0.call(data5, key3)) continue;
if(!((((key3 === "kind") || (key3 === "status")) || (key3 === "media_type")) || (key3 === "base64"))){
const err29 = {instancePath:instancePath+"/answer",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err29;
errors++;
}
}
if(data5.kind !== undefined){
if(!(data5.kind === "http")){
const err30 = {instancePath:instancePath+"/answer/kind",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err30;
errors++;
}
}
if(data5.status !== undefined){
let data11 = data5.status;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err31 = {instancePath:instancePath+"/answer/status",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err31;
errors++;
}
}
if(data5.media_type !== undefined){
let data12 = data5.media_type;
if((typeof data12 !== "string") && (data12 !== null)){
const err32 = {instancePath:instancePath+"/answer/media_type",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err32;
errors++;
}
}
if(data5.base64 !== undefined){
if(typeof data5.base64 !== "string"){
const err33 = {instancePath:instancePath+"/answer/base64",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err33;
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/answer",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err34;
errors++;
}
var _valid0 = _errs26 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid1 = true;
passing0 = 2;
}
const _errs36 = errors;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if((data5.kind === undefined) || (!(func0.call(data5, "kind")))){
const err35 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err35;
errors++;
}
if((data5.status === undefined) || (!(func0.call(data5, "status")))){
const err36 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err36;
errors++;
}
if((data5.media_type === undefined) || (!(func0.call(data5, "media_type")))){
const err37 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "media_type"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err37;
errors++;
}
if((data5.text === undefined) || (!(func0.call(data5, "text")))){
const err38 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "text"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err38;
errors++;
}
for(const key4 in data5){
if(!func0.call(data5, key4)) continue;
if(!((((key4 === "kind") || (key4 === "status")) || (key4 === "media_type")) || (key4 === "text"))){
const err39 = {instancePath:instancePath+"/answer",keyword:"additionalProperties",params:{additionalProperty: key4}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err39;
errors++;
}
}
if(data5.kind !== undefined){
if(!(data5.kind === "http")){
const err40 = {instancePath:instancePath+"/answer/kind",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err40;
errors++;
}
}
if(data5.status !== undefined){
let data15 = data5.status;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
const err41 = {instancePath:instancePath+"/answer/status",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err41;
errors++;
}
}
if(data5.media_type !== undefined){
let data16 = data5.media_type;
if((typeof data16 !== "string") && (data16 !== null)){
const err42 = {instancePath:instancePath+"/answer/media_type",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err42;
errors++;
}
}
if(data5.text !== undefined){
if(typeof data5.text !== "string"){
const err43 = {instancePath:instancePath+"/answer/text",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err43;
errors++;
}
}
}
else {
const err44 = {instancePath:instancePath+"/answer",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err44;
errors++;
}
var _valid0 = _errs36 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 3];
}
else {
if(_valid0){
valid1 = true;
passing0 = 3;
}
const _errs46 = errors;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if((data5.kind === undefined) || (!(func0.call(data5, "kind")))){
const err45 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err45;
errors++;
}
if((data5.exit_code === undefined) || (!(func0.call(data5, "exit_code")))){
const err46 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "exit_code"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err46;
errors++;
}
if((data5.stdout_base64 === undefined) || (!(func0.call(data5, "stdout_base64")))){
const err47 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "stdout_base64"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err47;
errors++;
}
if((data5.stderr_base64 === undefined) || (!(func0.call(data5, "stderr_base64")))){
const err48 = {instancePath:instancePath+"/answer",keyword:"required",params:{missingProperty: "stderr_base64"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err48;
errors++;
}
for(const key5 in data5){
if(!func0.call(data5, key5)) continue;
if(!((((key5 === "kind") || (key5 === "exit_code")) || (key5 === "stdout_base64")) || (key5 === "stderr_base64"))){
const err49 = {instancePath:instancePath+"/answer",keyword:"additionalProperties",params:{additionalProperty: key5}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err49;
errors++;
}
}
if(data5.kind !== undefined){
if(!(data5.kind === "command")){
const err50 = {instancePath:instancePath+"/answer/kind",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err50;
errors++;
}
}
if(data5.exit_code !== undefined){
let data19 = data5.exit_code;
if((!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))) && (data19 !== null)){
const err51 = {instancePath:instancePath+"/answer/exit_code",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err51;
errors++;
}
}
if(data5.stdout_base64 !== undefined){
if(typeof data5.stdout_base64 !== "string"){
const err52 = {instancePath:instancePath+"/answer/stdout_base64",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err52;
errors++;
}
}
if(data5.stderr_base64 !== undefined){
if(typeof data5.stderr_base64 !== "string"){
const err53 = {instancePath:instancePath+"/answer/stderr_base64",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err53;
errors++;
}
}
}
else {
const err54 = {instancePath:instancePath+"/answer",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err54;
errors++;
}
var _valid0 = _errs46 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 4];
}
else {
if(_valid0){
valid1 = true;
passing0 = 4;
}
}
}
}
}
if(!valid1){
const err55 = {instancePath:instancePath+"/answer",keyword:"oneOf"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err55;
errors++;
}
else {
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err56 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err56;
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}
