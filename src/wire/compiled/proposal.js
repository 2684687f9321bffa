"use strict";
// Generated from spec/schemas/proposal.schema.json by scripts/compile-schema.ts: change it there.
export const matchesProposal = validate10;
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^[0-9a-f]{64}$", "");

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.protocol === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "protocol"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err0;
errors++;
}
if(data.intent === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "intent"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
if(data.impact === undefined){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "impact"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
if(data.provenance === undefined){
const err3 = {instancePath,keyword:"required",params:{missingProperty: "provenance"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err3;
errors++;
}
if(data.claims === undefined){
const err4 = {instancePath,keyword:"required",params:{missingProperty: "claims"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err4;
errors++;
}
if(data.action === undefined){
const err5 = {instancePath,keyword:"required",params:{missingProperty: "action"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err5;
errors++;
}
for(const key0 in data){
if(!func0.call(data, key0)) continue;
if(!(((((((key0 === "protocol") || (key0 === "intent")) || (key0 === "impact")) || (key0 === "provenance")) || (key0 === "claims")) || (key0 === "action")) || (key0 === "evidence"))){
const err6 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err6;
errors++;
}
}
if(data.protocol !== undefined){
let data0 = data.protocol;
if(typeof data0 !== "string"){
const err7 = {instancePath:instancePath+"/protocol",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err7;
errors++;
}
if("PIC/1.0" !== data0){
const err8 = {instancePath:instancePath+"/protocol",keyword:"const"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err8;
errors++;
}
}
if(data.intent !== undefined){
if(typeof data.intent !== "string"){
const err9 = {instancePath:instancePath+"/intent",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err9;
errors++;
}
}
if(data.impact !== undefined){
let data2 = data.impact;
if(typeof data2 !== "string"){
const err10 = {instancePath:instancePath+"/impact",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err10;
errors++;
}
if(!(((((((data2 === "read") || (data2 === "write")) || (data2 === "external")) || (data2 === "compute")) || (data2 === "money")) || (data2 === "privacy")) || (data2 === "irreversible"))){
const err11 = {instancePath:instancePath+"/impact",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err11;
errors++;
}
}
if(data.provenance !== undefined){
let data3 = data.provenance;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.id === undefined){
const err12 = {instancePath:instancePath+"/provenance/" + i0,keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err12;
errors++;
}
if(data4.trust === undefined){
const err13 = {instancePath:instancePath+"/provenance/" + i0,keyword:"required",params:{missingProperty: "trust"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err13;
errors++;
}
for(const key1 in data4){
if(!func0.call(data4, key1)) continue;
if(!(((key1 === "id") || (key1 === "trust")) || (key1 === "source"))){
const err14 = {instancePath:instancePath+"/provenance/" + i0,keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err14;
errors++;
}
}
if(data4.id !== undefined){
if(typeof data4.id !== "string"){
const err15 = {instancePath:instancePath+"/provenance/" + i0+"/id",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err15;
errors++;
}
}
if(data4.trust !== undefined){
let data6 = data4.trust;
if(typeof data6 !== "string"){
const err16 = {instancePath:instancePath+"/provenance/" + i0+"/trust",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err16;
errors++;
}
if(!((data6 === "trusted") || (data6 === "untrusted"))){
const err17 = {instancePath:instancePath+"/provenance/" + i0+"/trust",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err17;
errors++;
}
}
if(data4.source !== undefined){
if(typeof data4.source !== "string"){
const err18 = {instancePath:instancePath+"/provenance/" + i0+"/source",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err18;
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/provenance/" + i0,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err19;
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/provenance",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err20;
errors++;
}
}
if(data.claims !== undefined){
let data8 = data.claims;
if(Array.isArray(data8)){
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
let data9 = data8[i1];
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.text === undefined){
const err21 = {instancePath:instancePath+"/claims/" + i1,keyword:"required",params:{missingProperty: "text"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err21;
errors++;
}
if(data9.evidence === undefined){
const err22 = {instancePath:instancePath+"/claims/" + i1,keyword:"required",params:{missingProperty: "evidence"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err22;
errors++;
}
for(const key2 in data9){
if(!func0.call(data9, key2)) continue;
if(!((key2 === "text") || (key2 === "evidence"))){
const err23 = {instancePath:instancePath+"/claims/" + i1,keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err23;
errors++;
}
}
if(data9.text !== undefined){
if(typeof data9.text !== "string"){
const err24 = {instancePath:instancePath+"/claims/" + i1+"/text",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err24;
errors++;
}
}
if(data9.evidence !== undefined){
let data11 = data9.evidence;
if(Array.isArray(data11)){
const len2 = data11.length;
for(let i2=0; i2<len2; i2++){
if(typeof data11[i2] !== "string"){
const err25 = {instancePath:instancePath+"/claims/" + i1+"/evidence/" + i2,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err25;
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/claims/" + i1+"/evidence",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err26;
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/claims/" + i1,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err27;
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/claims",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err28;
errors++;
}
}
if(data.action !== undefined){
let data13 = data.action;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.tool === undefined){
const err29 = {instancePath:instancePath+"/action",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err29;
errors++;
}
if(data13.args === undefined){
const err30 = {instancePath:instancePath+"/action",keyword:"required",params:{missingProperty: "args"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err30;
errors++;
}
for(const key3 in data13){
if(!func0.call(data13, key3)) continue;
if(!((key3 === "tool") || (key3 === "args"))){
const err31 = {instancePath:instancePath+"/action",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err31;
errors++;
}
}
if(data13.tool !== undefined){
if(typeof data13.tool !== "string"){
const err32 = {instancePath:instancePath+"/action/tool",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err32;
errors++;
}
}
if(data13.args !== undefined){
let data15 = data13.args;
if(!(data15 && typeof data15 == "object" && !Array.isArray(data15))){
const err33 = {instancePath:instancePath+"/action/args",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err33;
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/action",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err34;
errors++;
}
}
if(data.evidence !== undefined){
let data16 = data.evidence;
if(Array.isArray(data16)){
const len3 = data16.length;
for(let i3=0; i3<len3; i3++){
let data17 = data16[i3];
const _errs45 = errors;
let valid16 = true;
const _errs46 = errors;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
let missing0;
if((data17.type === undefined) && (missing0 = "type")){
const err35 = {};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err35;
errors++;
}
else {
if(data17.type !== undefined){
if("hash" !== data17.type){
const err36 = {};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err36;
errors++;
}
}
}
}
var _valid0 = _errs46 === errors;
errors = _errs45;
if(vErrors !== null){
if(_errs45){
vErrors.length = _errs45;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs48 = errors;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.sha256 === undefined){
const err37 = {instancePath:instancePath+"/evidence/" + i3,keyword:"required",params:{missingProperty: "sha256"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err37;
errors++;
}
for(const key4 in data17){
if(!func0.call(data17, key4)) continue;
if(!(((((key4 === "id") || (key4 === "type")) || (key4 === "ref")) || (key4 === "sha256")) || (key4 === "attestor"))){
const err38 = {instancePath:instancePath+"/evidence/" + i3,keyword:"additionalProperties",params:{additionalProperty: key4}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err38;
errors++;
}
}
if(data17.sha256 !== undefined){
let data19 = data17.sha256;
if(typeof data19 === "string"){
if(!pattern0.test(data19)){
const err39 = {instancePath:instancePath+"/evidence/" + i3+"/sha256",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err39;
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/evidence/" + i3+"/sha256",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err40;
errors++;
}
}
}
var _valid0 = _errs48 === errors;
valid16 = _valid0;
}
if(!valid16){
const err41 = {instancePath:instancePath+"/evidence/" + i3,keyword:"if"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err41;
errors++;
}
const _errs53 = errors;
let valid19 = true;
const _errs54 = errors;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
let missing1;
if((data17.type === undefined) && (missing1 = "type")){
const err42 = {};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err42;
errors++;
}
else {
if(data17.type !== undefined){
if("sig" !== data17.type){
const err43 = {};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err43;
errors++;
}
}
}
}
var _valid1 = _errs54 === errors;
errors = _errs53;
if(vErrors !== null){
if(_errs53){
vErrors.length = _errs53;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs56 = errors;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.payload === undefined){
const err44 = {instancePath:instancePath+"/evidence/" + i3,keyword:"required",params:{missingProperty: "payload"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err44;
errors++;
}
if(data17.alg === undefined){
const err45 = {instancePath:instancePath+"/evidence/" + i3,keyword:"required",params:{missingProperty: "alg"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err45;
errors++;
}
if(data17.signature === undefined){
const err46 = {instancePath:instancePath+"/evidence/" + i3,keyword:"required",params:{missingProperty: "signature"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err46;
errors++;
}
if(data17.key_id === undefined){
const err47 = {instancePath:instancePath+"/evidence/" + i3,keyword:"required",params:{missingProperty: "key_id"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err47;
errors++;
}
for(const key5 in data17){
if(!func0.call(data17, key5)) continue;
if(!((key5 === "id") || (key5 === "type") || (key5 === "ref") || (key5 === "payload") || (key5 === "alg") || (key5 === "signature") || (key5 === "key_id") || (key5 === "signer") || (key5 === "attestor"))){
const err48 = {instancePath:instancePath+"/evidence/" + i3,keyword:"additionalProperties",params:{additionalProperty: key5}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err48;
errors++;
}
}
if(data17.payload !== undefined){
if(typeof data17.payload !== "string"){
const err49 = {instancePath:instancePath+"/evidence/" + i3+"/payload",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err49;
errors++;
}
}
if(data17.alg !== undefined){
let data22 = data17.alg;
if(typeof data22 !== "string"){
const err50 = {instancePath:instancePath+"/evidence/" + i3+"/alg",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err50;
errors++;
}
if("ed25519" !== data22){
const err51 = {instancePath:instancePath+"/evidence/" + i3+"/alg",keyword:"const"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err51;
errors++;
}
}
if(data17.signature !== undefined){
if(typeof data17.signature !== "string"){
const err52 = {instancePath:instancePath+"/evidence/" + i3+"/signature",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err52;
errors++;
}
}
if(data17.key_id !== undefined){
if(typeof data17.key_id !== "string"){
const err53 = {instancePath:instancePath+"/evidence/" + i3+"/key_id",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err53;
errors++;
}
}
if(data17.signer !== undefined){
if(typeof data17.signer !== "string"){
const err54 = {instancePath:instancePath+"/evidence/" + i3+"/signer",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err54;
errors++;
}
}
}
var _valid1 = _errs56 === errors;
valid19 = _valid1;
}
if(!valid19){
const err55 = {instancePath:instancePath+"/evidence/" + i3,keyword:"if"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err55;
errors++;
}
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.id === undefined){
const err56 = {instancePath:instancePath+"/evidence/" + i3,keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err56;
errors++;
}
if(data17.type === undefined){
const err57 = {instancePath:instancePath+"/evidence/" + i3,keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err57;
errors++;
}
if(data17.ref === undefined){
const err58 = {instancePath:instancePath+"/evidence/" + i3,keyword:"required",params:{missingProperty: "ref"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err58;
errors++;
}
if(data17.id !== undefined){
if(typeof data17.id !== "string"){
const err59 = {instancePath:instancePath+"/evidence/" + i3+"/id",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err59;
errors++;
}
}
if(data17.type !== undefined){
let data27 = data17.type;
if(typeof data27 !== "string"){
const err60 = {instancePath:instancePath+"/evidence/" + i3+"/type",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err60;
errors++;
}
if(!((data27 === "hash") || (data27 === "sig"))){
const err61 = {instancePath:instancePath+"/evidence/" + i3+"/type",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err61;
errors++;
}
}
if(data17.ref !== undefined){
if(typeof data17.ref !== "string"){
const err62 = {instancePath:instancePath+"/evidence/" + i3+"/ref",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err62;
errors++;
}
}
if(data17.attestor !== undefined){
if(typeof data17.attestor !== "string"){
const err63 = {instancePath:instancePath+"/evidence/" + i3+"/attestor",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err63;
errors++;
}
}
}
else {
const err64 = {instancePath:instancePath+"/evidence/" + i3,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err64;
errors++;
}
}
}
else {
const err65 = {instancePath:instancePath+"/evidence",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err65;
errors++;
}
}
}
else {
const err66 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err66;
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}
