"use strict";
// Generated from vectors/vector.schema.json by scripts/compile-schema.ts: change it there.
export const matchesVectorFile = validate10;
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^[a-z][a-z0-9-]*-[0-9]{3}$", "");
const pattern1 = new RegExp("^[^\\u0000-\\u001f]+$", "");
const pattern2 = new RegExp("^[a-z][a-z0-9-]*\\.md#[A-Za-z0-9][A-Za-z0-9._-]*$", "");
const pattern4 = new RegExp("^(?:[0-9a-f]{2})*$", "");

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 1){
const err0 = {instancePath,keyword:"maxProperties"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err0;
errors++;
}
if(Object.keys(data).length < 1){
const err1 = {instancePath,keyword:"minProperties"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
for(const key0 in data){
if(!func0.call(data, key0)) continue;
if(!((key0 === "utf8") || (key0 === "hex"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
}
if(data.utf8 !== undefined){
if(typeof data.utf8 !== "string"){
const err3 = {instancePath:instancePath+"/utf8",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err3;
errors++;
}
}
if(data.hex !== undefined){
let data1 = data.hex;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err4 = {instancePath:instancePath+"/hex",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err4;
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/hex",keyword:"type"};
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
validate12.errors = vErrors;
return errors === 0;
}


function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!func0.call(data, key0)) continue;
if(!((((((((key0 === "max_bytes") || (key0 === "max_depth")) || (key0 === "max_provenance")) || (key0 === "max_claims")) || (key0 === "max_evidence")) || (key0 === "max_artifact_bytes")) || (key0 === "max_artifacts_bytes")) || (key0 === "max_payload_bytes"))){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err0;
errors++;
}
}
if(data.max_bytes !== undefined){
let data0 = data.max_bytes;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/max_bytes",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/max_bytes",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
}
}
if(data.max_depth !== undefined){
let data1 = data.max_depth;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err3 = {instancePath:instancePath+"/max_depth",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err3;
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/max_depth",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err4;
errors++;
}
}
}
if(data.max_provenance !== undefined){
let data2 = data.max_provenance;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err5 = {instancePath:instancePath+"/max_provenance",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err5;
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/max_provenance",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err6;
errors++;
}
}
}
if(data.max_claims !== undefined){
let data3 = data.max_claims;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err7 = {instancePath:instancePath+"/max_claims",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err7;
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/max_claims",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err8;
errors++;
}
}
}
if(data.max_evidence !== undefined){
let data4 = data.max_evidence;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err9 = {instancePath:instancePath+"/max_evidence",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err9;
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
const err10 = {instancePath:instancePath+"/max_evidence",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err10;
errors++;
}
}
}
if(data.max_artifact_bytes !== undefined){
let data5 = data.max_artifact_bytes;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err11 = {instancePath:instancePath+"/max_artifact_bytes",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err11;
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 0 || isNaN(data5)){
const err12 = {instancePath:instancePath+"/max_artifact_bytes",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err12;
errors++;
}
}
}
if(data.max_artifacts_bytes !== undefined){
let data6 = data.max_artifacts_bytes;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err13 = {instancePath:instancePath+"/max_artifacts_bytes",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err13;
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
const err14 = {instancePath:instancePath+"/max_artifacts_bytes",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err14;
errors++;
}
}
}
if(data.max_payload_bytes !== undefined){
let data7 = data.max_payload_bytes;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err15 = {instancePath:instancePath+"/max_payload_bytes",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err15;
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
const err16 = {instancePath:instancePath+"/max_payload_bytes",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err16;
errors++;
}
}
}
}
else {
const err17 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err17;
errors++;
}
validate14.errors = vErrors;
return errors === 0;
}

const pattern5 = new RegExp("^[a-z]+\\.[a-z0-9_]+$", "");

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(typeof data0 === "string"){
if(!pattern5.test(data0)){
const err0 = {instancePath:instancePath+"/" + i0,keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err0;
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/" + i0,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
}
}
else {
const err2 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
validate16.errors = vErrors;
return errors === 0;
}


function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.id === undefined) || (!(func0.call(data, "id")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err0;
errors++;
}
if((data.title === undefined) || (!(func0.call(data, "title")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "title"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
if((data.spec === undefined) || (!(func0.call(data, "spec")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "spec"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
if((data.input === undefined) || (!(func0.call(data, "input")))){
const err3 = {instancePath,keyword:"required",params:{missingProperty: "input"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err3;
errors++;
}
if((data.expect === undefined) || (!(func0.call(data, "expect")))){
const err4 = {instancePath,keyword:"required",params:{missingProperty: "expect"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err4;
errors++;
}
for(const key0 in data){
if(!func0.call(data, key0)) continue;
if(!(((((((key0 === "id") || (key0 === "title")) || (key0 === "spec")) || (key0 === "twin")) || (key0 === "input")) || (key0 === "limits")) || (key0 === "expect"))){
const err5 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err5;
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err6 = {instancePath:instancePath+"/id",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err6;
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/id",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err7;
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
const err8 = {instancePath:instancePath+"/title",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err8;
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/title",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err9;
errors++;
}
}
if(data.spec !== undefined){
let data2 = data.spec;
if(typeof data2 === "string"){
if(!pattern2.test(data2)){
const err10 = {instancePath:instancePath+"/spec",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err10;
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/spec",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err11;
errors++;
}
}
if(data.twin !== undefined){
let data3 = data.twin;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err12 = {instancePath:instancePath+"/twin",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err12;
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/twin",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err13;
errors++;
}
}
if(data.input !== undefined){
if(!(validate12(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
}
if(data.limits !== undefined){
if(!(validate14(data.limits, {instancePath:instancePath+"/limits",parentData:data,parentDataProperty:"limits",rootData}))){
vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
errors = vErrors.length;
}
}
if(data.expect !== undefined){
let data6 = data.expect;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if((data6.ok === undefined) || (!(func0.call(data6, "ok")))){
const err14 = {instancePath:instancePath+"/expect",keyword:"required",params:{missingProperty: "ok"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err14;
errors++;
}
for(const key1 in data6){
if(!func0.call(data6, key1)) continue;
if(!((((key1 === "ok") || (key1 === "reasons")) || (key1 === "offset")) || (key1 === "more_issues"))){
const err15 = {instancePath:instancePath+"/expect",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err15;
errors++;
}
}
if(data6.ok !== undefined){
if(typeof data6.ok !== "boolean"){
const err16 = {instancePath:instancePath+"/expect/ok",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err16;
errors++;
}
}
if(data6.reasons !== undefined){
if(!(validate16(data6.reasons, {instancePath:instancePath+"/expect/reasons",parentData:data6,parentDataProperty:"reasons",rootData}))){
vErrors = vErrors === null ? validate16.errors : vErrors.concat(validate16.errors);
errors = vErrors.length;
}
}
if(data6.offset !== undefined){
let data9 = data6.offset;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err17 = {instancePath:instancePath+"/expect/offset",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err17;
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
const err18 = {instancePath:instancePath+"/expect/offset",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err18;
errors++;
}
}
}
if(data6.more_issues !== undefined){
let data10 = data6.more_issues;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err19 = {instancePath:instancePath+"/expect/more_issues",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err19;
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
const err20 = {instancePath:instancePath+"/expect/more_issues",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err20;
errors++;
}
}
}
}
else {
const err21 = {instancePath:instancePath+"/expect",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err21;
errors++;
}
}
}
else {
const err22 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err22;
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}


function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.id === undefined) || (!(func0.call(data, "id")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err0;
errors++;
}
if((data.title === undefined) || (!(func0.call(data, "title")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "title"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
if((data.spec === undefined) || (!(func0.call(data, "spec")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "spec"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
if((data.input === undefined) || (!(func0.call(data, "input")))){
const err3 = {instancePath,keyword:"required",params:{missingProperty: "input"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err3;
errors++;
}
if((data.expect === undefined) || (!(func0.call(data, "expect")))){
const err4 = {instancePath,keyword:"required",params:{missingProperty: "expect"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err4;
errors++;
}
for(const key0 in data){
if(!func0.call(data, key0)) continue;
if(!(((((((key0 === "id") || (key0 === "title")) || (key0 === "spec")) || (key0 === "twin")) || (key0 === "input")) || (key0 === "limits")) || (key0 === "expect"))){
const err5 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err5;
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err6 = {instancePath:instancePath+"/id",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err6;
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/id",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err7;
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
const err8 = {instancePath:instancePath+"/title",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err8;
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/title",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err9;
errors++;
}
}
if(data.spec !== undefined){
let data2 = data.spec;
if(typeof data2 === "string"){
if(!pattern2.test(data2)){
const err10 = {instancePath:instancePath+"/spec",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err10;
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/spec",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err11;
errors++;
}
}
if(data.twin !== undefined){
let data3 = data.twin;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err12 = {instancePath:instancePath+"/twin",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err12;
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/twin",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err13;
errors++;
}
}
if(data.input !== undefined){
if(!(validate12(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
}
if(data.limits !== undefined){
if(!(validate14(data.limits, {instancePath:instancePath+"/limits",parentData:data,parentDataProperty:"limits",rootData}))){
vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
errors = vErrors.length;
}
}
if(data.expect !== undefined){
let data6 = data.expect;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if((data6.ok === undefined) || (!(func0.call(data6, "ok")))){
const err14 = {instancePath:instancePath+"/expect",keyword:"required",params:{missingProperty: "ok"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err14;
errors++;
}
for(const key1 in data6){
if(!func0.call(data6, key1)) continue;
if(!(((((key1 === "ok") || (key1 === "hex")) || (key1 === "reasons")) || (key1 === "offset")) || (key1 === "more_issues"))){
const err15 = {instancePath:instancePath+"/expect",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err15;
errors++;
}
}
if(data6.ok !== undefined){
if(typeof data6.ok !== "boolean"){
const err16 = {instancePath:instancePath+"/expect/ok",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err16;
errors++;
}
}
if(data6.hex !== undefined){
let data8 = data6.hex;
if(typeof data8 === "string"){
if(!pattern4.test(data8)){
const err17 = {instancePath:instancePath+"/expect/hex",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err17;
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/expect/hex",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err18;
errors++;
}
}
if(data6.reasons !== undefined){
if(!(validate16(data6.reasons, {instancePath:instancePath+"/expect/reasons",parentData:data6,parentDataProperty:"reasons",rootData}))){
vErrors = vErrors === null ? validate16.errors : vErrors.concat(validate16.errors);
errors = vErrors.length;
}
}
if(data6.offset !== undefined){
let data10 = data6.offset;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err19 = {instancePath:instancePath+"/expect/offset",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err19;
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
const err20 = {instancePath:instancePath+"/expect/offset",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err20;
errors++;
}
}
}
if(data6.more_issues !== undefined){
let data11 = data6.more_issues;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err21 = {instancePath:instancePath+"/expect/more_issues",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err21;
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
const err22 = {instancePath:instancePath+"/expect/more_issues",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err22;
errors++;
}
}
}
}
else {
const err23 = {instancePath:instancePath+"/expect",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err23;
errors++;
}
}
}
else {
const err24 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err24;
errors++;
}
validate19.errors = vErrors;
return errors === 0;
}

const pattern16 = new RegExp("^proposal-only$", "");
const pattern17 = new RegExp("^(?:strict|interop)$", "");
const pattern20 = new RegExp("^PIC_[A-Z_]+$", "");

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 1){
const err0 = {instancePath,keyword:"maxProperties"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err0;
errors++;
}
if(Object.keys(data).length < 1){
const err1 = {instancePath,keyword:"minProperties"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
for(const key0 in data){
if(!func0.call(data, key0)) continue;
if(!(((key0 === "utf8") || (key0 === "hex")) || (key0 === "absent"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
}
if(data.utf8 !== undefined){
if(typeof data.utf8 !== "string"){
const err3 = {instancePath:instancePath+"/utf8",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err3;
errors++;
}
}
if(data.hex !== undefined){
let data1 = data.hex;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err4 = {instancePath:instancePath+"/hex",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err4;
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/hex",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err5;
errors++;
}
}
if(data.absent !== undefined){
let data2 = data.absent;
if(typeof data2 !== "boolean"){
const err6 = {instancePath:instancePath+"/absent",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err6;
errors++;
}
if(true !== data2){
const err7 = {instancePath:instancePath+"/absent",keyword:"const"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err7;
errors++;
}
}
}
else {
const err8 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err8;
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}

const pattern18 = new RegExp("^(?:refused|unavailable|too_large)$", "");

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!func0.call(data, key0)) continue;
let data0 = data[key0];
if((!(data0 && typeof data0 == "object" && !Array.isArray(data0))) && (typeof data0 !== "string")){
const err0 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err0;
errors++;
}
if(typeof data0 === "string"){
if(!pattern18.test(data0)){
const err1 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
}
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(Object.keys(data0).length > 1){
const err2 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"maxProperties"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
if(Object.keys(data0).length < 1){
const err3 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"minProperties"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err3;
errors++;
}
for(const key1 in data0){
if(!func0.call(data0, key1)) continue;
if(!((key1 === "utf8") || (key1 === "hex"))){
const err4 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err4;
errors++;
}
}
if(data0.utf8 !== undefined){
if(typeof data0.utf8 !== "string"){
const err5 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/utf8",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err5;
errors++;
}
}
if(data0.hex !== undefined){
let data2 = data0.hex;
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
const err6 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/hex",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err6;
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/hex",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err7;
errors++;
}
}
}
}
}
else {
const err8 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err8;
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}


function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.id === undefined) || (!(func0.call(data, "id")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err0;
errors++;
}
if((data.title === undefined) || (!(func0.call(data, "title")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "title"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
if((data.spec === undefined) || (!(func0.call(data, "spec")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "spec"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
if((data.input === undefined) || (!(func0.call(data, "input")))){
const err3 = {instancePath,keyword:"required",params:{missingProperty: "input"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err3;
errors++;
}
if((data.expect === undefined) || (!(func0.call(data, "expect")))){
const err4 = {instancePath,keyword:"required",params:{missingProperty: "expect"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err4;
errors++;
}
for(const key0 in data){
if(!func0.call(data, key0)) continue;
if(!((key0 === "id") || (key0 === "title") || (key0 === "spec") || (key0 === "twin") || (key0 === "input") || (key0 === "keyring") || (key0 === "policy") || (key0 === "now") || (key0 === "call") || (key0 === "audience") || (key0 === "audience_required") || (key0 === "context") || (key0 === "checks") || (key0 === "limits") || (key0 === "profile") || (key0 === "artifacts") || (key0 === "expect"))){
const err5 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err5;
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err6 = {instancePath:instancePath+"/id",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err6;
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/id",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err7;
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
const err8 = {instancePath:instancePath+"/title",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err8;
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/title",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err9;
errors++;
}
}
if(data.spec !== undefined){
let data2 = data.spec;
if(typeof data2 === "string"){
if(!pattern2.test(data2)){
const err10 = {instancePath:instancePath+"/spec",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err10;
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/spec",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err11;
errors++;
}
}
if(data.twin !== undefined){
let data3 = data.twin;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err12 = {instancePath:instancePath+"/twin",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err12;
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/twin",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err13;
errors++;
}
}
if(data.input !== undefined){
if(!(validate25(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
}
if(data.keyring !== undefined){
let data5 = data.keyring;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err14 = {instancePath:instancePath+"/keyring",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err14;
errors++;
}
}
if(data.policy !== undefined){
let data6 = data.policy;
if(!(data6 && typeof data6 == "object" && !Array.isArray(data6))){
const err15 = {instancePath:instancePath+"/policy",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err15;
errors++;
}
}
if(data.now !== undefined){
let data7 = data.now;
if((typeof data7 !== "string") && (!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7))))){
const err16 = {instancePath:instancePath+"/now",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err16;
errors++;
}
}
if(data.call !== undefined){
let data8 = data.call;
if((!(data8 && typeof data8 == "object" && !Array.isArray(data8))) && (typeof data8 !== "string")){
const err17 = {instancePath:instancePath+"/call",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err17;
errors++;
}
if(typeof data8 === "string"){
if(!pattern16.test(data8)){
const err18 = {instancePath:instancePath+"/call",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err18;
errors++;
}
}
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if((data8.tool === undefined) || (!(func0.call(data8, "tool")))){
const err19 = {instancePath:instancePath+"/call",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err19;
errors++;
}
for(const key1 in data8){
if(!func0.call(data8, key1)) continue;
if(!((key1 === "tool") || (key1 === "args"))){
const err20 = {instancePath:instancePath+"/call",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err20;
errors++;
}
}
if(data8.tool !== undefined){
if(typeof data8.tool !== "string"){
const err21 = {instancePath:instancePath+"/call/tool",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err21;
errors++;
}
}
}
}
if(data.audience !== undefined){
if(typeof data.audience !== "string"){
const err22 = {instancePath:instancePath+"/audience",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err22;
errors++;
}
}
if(data.audience_required !== undefined){
if(typeof data.audience_required !== "boolean"){
const err23 = {instancePath:instancePath+"/audience_required",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err23;
errors++;
}
}
if(data.context !== undefined){
let data12 = data.context;
if(!(data12 && typeof data12 == "object" && !Array.isArray(data12))){
const err24 = {instancePath:instancePath+"/context",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err24;
errors++;
}
}
if(data.checks !== undefined){
let data13 = data.checks;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
for(const key2 in data13){
if(!func0.call(data13, key2)) continue;
if(typeof data13[key2] !== "boolean"){
const err25 = {instancePath:instancePath+"/checks/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err25;
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/checks",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err26;
errors++;
}
}
if(data.limits !== undefined){
if(!(validate14(data.limits, {instancePath:instancePath+"/limits",parentData:data,parentDataProperty:"limits",rootData}))){
vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
errors = vErrors.length;
}
}
if(data.profile !== undefined){
let data16 = data.profile;
if((!(data16 && typeof data16 == "object" && !Array.isArray(data16))) && (typeof data16 !== "string")){
const err27 = {instancePath:instancePath+"/profile",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err27;
errors++;
}
if(typeof data16 === "string"){
if(!pattern17.test(data16)){
const err28 = {instancePath:instancePath+"/profile",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err28;
errors++;
}
}
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if((data16.name === undefined) || (!(func0.call(data16, "name")))){
const err29 = {instancePath:instancePath+"/profile",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err29;
errors++;
}
for(const key3 in data16){
if(!func0.call(data16, key3)) continue;
if(!(((key3 === "name") || (key3 === "strict_trust")) || (key3 === "verify_evidence"))){
const err30 = {instancePath:instancePath+"/profile",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err30;
errors++;
}
}
if(data16.name !== undefined){
let data17 = data16.name;
if(typeof data17 !== "string"){
const err31 = {instancePath:instancePath+"/profile/name",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err31;
errors++;
}
if("interop" !== data17){
const err32 = {instancePath:instancePath+"/profile/name",keyword:"const"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err32;
errors++;
}
}
if(data16.strict_trust !== undefined){
if(typeof data16.strict_trust !== "boolean"){
const err33 = {instancePath:instancePath+"/profile/strict_trust",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err33;
errors++;
}
}
if(data16.verify_evidence !== undefined){
if(typeof data16.verify_evidence !== "boolean"){
const err34 = {instancePath:instancePath+"/profile/verify_evidence",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err34;
errors++;
}
}
}
}
if(data.artifacts !== undefined){
if(!(validate28(data.artifacts, {instancePath:instancePath+"/artifacts",parentData:data,parentDataProperty:"artifacts",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
if(data.expect !== undefined){
let data21 = data.expect;
const _errs57 = errors;
let valid15 = true;
const _errs58 = errors;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
let missing0;
if(((data21.error === undefined) || (!(func0.call(data21, "error")))) && (missing0 = "error")){
const err35 = {};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err35;
errors++;
}
}
var _valid0 = _errs58 === errors;
errors = _errs57;
if(vErrors !== null){
if(_errs57){
vErrors.length = _errs57;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs59 = errors;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(Object.keys(data21).length > 2){
const err36 = {instancePath:instancePath+"/expect",keyword:"maxProperties"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err36;
errors++;
}
if((data21.place === undefined) || (!(func0.call(data21, "place")))){
const err37 = {instancePath:instancePath+"/expect",keyword:"required",params:{missingProperty: "place"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err37;
errors++;
}
}
var _valid0 = _errs59 === errors;
valid15 = _valid0;
ifClause0 = "then";
}
else {
const _errs60 = errors;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if((data21.verdict === undefined) || (!(func0.call(data21, "verdict")))){
const err38 = {instancePath:instancePath+"/expect",keyword:"required",params:{missingProperty: "verdict"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err38;
errors++;
}
if((data21.code === undefined) || (!(func0.call(data21, "code")))){
const err39 = {instancePath:instancePath+"/expect",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err39;
errors++;
}
if((data21.reasons === undefined) || (!(func0.call(data21, "reasons")))){
const err40 = {instancePath:instancePath+"/expect",keyword:"required",params:{missingProperty: "reasons"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err40;
errors++;
}
}
var _valid0 = _errs60 === errors;
valid15 = _valid0;
ifClause0 = "else";
}
if(!valid15){
const err41 = {instancePath:instancePath+"/expect",keyword:"if"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err41;
errors++;
}
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
for(const key4 in data21){
if(!func0.call(data21, key4)) continue;
if(!((key4 === "error") || (key4 === "place") || (key4 === "verdict") || (key4 === "code") || (key4 === "reasons") || (key4 === "path") || (key4 === "paths") || (key4 === "more_issues") || (key4 === "binding") || (key4 === "audience") || (key4 === "effective") || (key4 === "unknown_members") || (key4 === "rules") || (key4 === "limits") || (key4 === "set_aside") || (key4 === "observe"))){
const err42 = {instancePath:instancePath+"/expect",keyword:"additionalProperties",params:{additionalProperty: key4}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err42;
errors++;
}
}
if(data21.error !== undefined){
let data22 = data21.error;
if(typeof data22 !== "string"){
const err43 = {instancePath:instancePath+"/expect/error",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err43;
errors++;
}
if("configuration" !== data22){
const err44 = {instancePath:instancePath+"/expect/error",keyword:"const"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err44;
errors++;
}
}
if(data21.place !== undefined){
if(typeof data21.place !== "string"){
const err45 = {instancePath:instancePath+"/expect/place",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err45;
errors++;
}
}
if(data21.verdict !== undefined){
let data24 = data21.verdict;
if(typeof data24 !== "string"){
const err46 = {instancePath:instancePath+"/expect/verdict",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err46;
errors++;
}
if(!((data24 === "allow") || (data24 === "block"))){
const err47 = {instancePath:instancePath+"/expect/verdict",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err47;
errors++;
}
}
if(data21.code !== undefined){
let data25 = data21.code;
if(typeof data25 === "string"){
if(!pattern20.test(data25)){
const err48 = {instancePath:instancePath+"/expect/code",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err48;
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/expect/code",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err49;
errors++;
}
}
if(data21.reasons !== undefined){
if(!(validate16(data21.reasons, {instancePath:instancePath+"/expect/reasons",parentData:data21,parentDataProperty:"reasons",rootData}))){
vErrors = vErrors === null ? validate16.errors : vErrors.concat(validate16.errors);
errors = vErrors.length;
}
}
if(data21.path !== undefined){
if(typeof data21.path !== "string"){
const err50 = {instancePath:instancePath+"/expect/path",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err50;
errors++;
}
}
if(data21.paths !== undefined){
let data28 = data21.paths;
if(Array.isArray(data28)){
const len0 = data28.length;
for(let i0=0; i0<len0; i0++){
if(typeof data28[i0] !== "string"){
const err51 = {instancePath:instancePath+"/expect/paths/" + i0,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err51;
errors++;
}
}
}
else {
const err52 = {instancePath:instancePath+"/expect/paths",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err52;
errors++;
}
}
if(data21.more_issues !== undefined){
let data30 = data21.more_issues;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
const err53 = {instancePath:instancePath+"/expect/more_issues",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err53;
errors++;
}
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 < 0 || isNaN(data30)){
const err54 = {instancePath:instancePath+"/expect/more_issues",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err54;
errors++;
}
}
}
if(data21.binding !== undefined){
let data31 = data21.binding;
if(typeof data31 !== "string"){
const err55 = {instancePath:instancePath+"/expect/binding",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err55;
errors++;
}
if(!(((data31 === "full") || (data31 === "tool")) || (data31 === "none"))){
const err56 = {instancePath:instancePath+"/expect/binding",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err56;
errors++;
}
}
if(data21.audience !== undefined){
let data32 = data21.audience;
if(typeof data32 !== "string"){
const err57 = {instancePath:instancePath+"/expect/audience",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err57;
errors++;
}
if(!((data32 === "checked") || (data32 === "unchecked"))){
const err58 = {instancePath:instancePath+"/expect/audience",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err58;
errors++;
}
}
if(data21.effective !== undefined){
let data33 = data21.effective;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
for(const key5 in data33){
if(!func0.call(data33, key5)) continue;
let data34 = data33[key5];
if(typeof data34 !== "string"){
const err59 = {instancePath:instancePath+"/expect/effective/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err59;
errors++;
}
if(!((data34 === "trusted") || (data34 === "untrusted"))){
const err60 = {instancePath:instancePath+"/expect/effective/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err60;
errors++;
}
}
}
else {
const err61 = {instancePath:instancePath+"/expect/effective",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err61;
errors++;
}
}
if(data21.unknown_members !== undefined){
let data35 = data21.unknown_members;
if(Array.isArray(data35)){
const len1 = data35.length;
for(let i1=0; i1<len1; i1++){
if(typeof data35[i1] !== "string"){
const err62 = {instancePath:instancePath+"/expect/unknown_members/" + i1,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err62;
errors++;
}
}
}
else {
const err63 = {instancePath:instancePath+"/expect/unknown_members",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err63;
errors++;
}
}
if(data21.rules !== undefined){
let data37 = data21.rules;
if(Array.isArray(data37)){
const len2 = data37.length;
for(let i2=0; i2<len2; i2++){
if(typeof data37[i2] !== "string"){
const err64 = {instancePath:instancePath+"/expect/rules/" + i2,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err64;
errors++;
}
}
}
else {
const err65 = {instancePath:instancePath+"/expect/rules",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err65;
errors++;
}
}
if(data21.limits !== undefined){
let data39 = data21.limits;
if(Array.isArray(data39)){
const len3 = data39.length;
for(let i3=0; i3<len3; i3++){
let data40 = data39[i3];
if(data40 && typeof data40 == "object" && !Array.isArray(data40)){
if((data40.rule === undefined) || (!(func0.call(data40, "rule")))){
const err66 = {instancePath:instancePath+"/expect/limits/" + i3,keyword:"required",params:{missingProperty: "rule"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err66;
errors++;
}
if((data40.amount === undefined) || (!(func0.call(data40, "amount")))){
const err67 = {instancePath:instancePath+"/expect/limits/" + i3,keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err67;
errors++;
}
if((data40.max === undefined) || (!(func0.call(data40, "max")))){
const err68 = {instancePath:instancePath+"/expect/limits/" + i3,keyword:"required",params:{missingProperty: "max"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err68;
errors++;
}
if((data40.window_seconds === undefined) || (!(func0.call(data40, "window_seconds")))){
const err69 = {instancePath:instancePath+"/expect/limits/" + i3,keyword:"required",params:{missingProperty: "window_seconds"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err69;
errors++;
}
for(const key6 in data40){
if(!func0.call(data40, key6)) continue;
if(!((((key6 === "rule") || (key6 === "amount")) || (key6 === "max")) || (key6 === "window_seconds"))){
const err70 = {instancePath:instancePath+"/expect/limits/" + i3,keyword:"additionalProperties",params:{additionalProperty: key6}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err70;
errors++;
}
}
if(data40.rule !== undefined){
if(typeof data40.rule !== "string"){
const err71 = {instancePath:instancePath+"/expect/limits/" + i3+"/rule",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err71;
errors++;
}
}
if(data40.amount !== undefined){
let data42 = data40.amount;
if(!(((typeof data42 == "number") && (!(data42 % 1) && !isNaN(data42))) && (isFinite(data42)))){
const err72 = {instancePath:instancePath+"/expect/limits/" + i3+"/amount",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err72;
errors++;
}
if((typeof data42 == "number") && (isFinite(data42))){
if(data42 < 0 || isNaN(data42)){
const err73 = {instancePath:instancePath+"/expect/limits/" + i3+"/amount",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err73;
errors++;
}
}
}
if(data40.max !== undefined){
let data43 = data40.max;
if(!(((typeof data43 == "number") && (!(data43 % 1) && !isNaN(data43))) && (isFinite(data43)))){
const err74 = {instancePath:instancePath+"/expect/limits/" + i3+"/max",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err74;
errors++;
}
if((typeof data43 == "number") && (isFinite(data43))){
if(data43 < 0 || isNaN(data43)){
const err75 = {instancePath:instancePath+"/expect/limits/" + i3+"/max",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err75;
errors++;
}
}
}
if(data40.window_seconds !== undefined){
let data44 = data40.window_seconds;
if((!(((typeof data44 == "number") && (!(data44 % 1) && !isNaN(data44))) && (isFinite(data44)))) && (data44 !== null)){
const err76 = {instancePath:instancePath+"/expect/limits/" + i3+"/window_seconds",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err76;
errors++;
}
}
}
else {
const err77 = {instancePath:instancePath+"/expect/limits/" + i3,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err77;
errors++;
}
}
}
else {
const err78 = {instancePath:instancePath+"/expect/limits",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err78;
errors++;
}
}
if(data21.set_aside !== undefined){
let data45 = data21.set_aside;
if(Array.isArray(data45)){
const len4 = data45.length;
for(let i4=0; i4<len4; i4++){
if(typeof data45[i4] !== "string"){
const err79 = {instancePath:instancePath+"/expect/set_aside/" + i4,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err79;
errors++;
}
}
}
else {
const err80 = {instancePath:instancePath+"/expect/set_aside",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err80;
errors++;
}
}
if(data21.observe !== undefined){
let data47 = data21.observe;
if((typeof data47 !== "string") && (data47 !== null)){
const err81 = {instancePath:instancePath+"/expect/observe",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err81;
errors++;
}
}
}
else {
const err82 = {instancePath:instancePath+"/expect",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err82;
errors++;
}
}
}
else {
const err83 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err83;
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}

const pattern26 = new RegExp("^[A-Z][A-Z0-9_]+$", "");

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 1){
const err0 = {instancePath,keyword:"maxProperties"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err0;
errors++;
}
if(Object.keys(data).length < 1){
const err1 = {instancePath,keyword:"minProperties"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
for(const key0 in data){
if(!func0.call(data, key0)) continue;
if(!(((((key0 === "utf8") || (key0 === "hex")) || (key0 === "http")) || (key0 === "command")) || (key0 === "mcp"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
}
if(data.utf8 !== undefined){
if(typeof data.utf8 !== "string"){
const err3 = {instancePath:instancePath+"/utf8",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err3;
errors++;
}
}
if(data.hex !== undefined){
let data1 = data.hex;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err4 = {instancePath:instancePath+"/hex",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err4;
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/hex",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err5;
errors++;
}
}
if(data.http !== undefined){
let data2 = data.http;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if((data2.status === undefined) || (!(func0.call(data2, "status")))){
const err6 = {instancePath:instancePath+"/http",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err6;
errors++;
}
if((data2.media_type === undefined) || (!(func0.call(data2, "media_type")))){
const err7 = {instancePath:instancePath+"/http",keyword:"required",params:{missingProperty: "media_type"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err7;
errors++;
}
if((data2.body === undefined) || (!(func0.call(data2, "body")))){
const err8 = {instancePath:instancePath+"/http",keyword:"required",params:{missingProperty: "body"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err8;
errors++;
}
for(const key1 in data2){
if(!func0.call(data2, key1)) continue;
if(!(((key1 === "status") || (key1 === "media_type")) || (key1 === "body"))){
const err9 = {instancePath:instancePath+"/http",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err9;
errors++;
}
}
if(data2.status !== undefined){
let data3 = data2.status;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err10 = {instancePath:instancePath+"/http/status",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err10;
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/http/status",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err11;
errors++;
}
}
}
if(data2.media_type !== undefined){
let data4 = data2.media_type;
if((typeof data4 !== "string") && (data4 !== null)){
const err12 = {instancePath:instancePath+"/http/media_type",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err12;
errors++;
}
}
if(data2.body !== undefined){
if(!(validate12(data2.body, {instancePath:instancePath+"/http/body",parentData:data2,parentDataProperty:"body",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
}
}
else {
const err13 = {instancePath:instancePath+"/http",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err13;
errors++;
}
}
if(data.command !== undefined){
let data6 = data.command;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if((data6.exit_code === undefined) || (!(func0.call(data6, "exit_code")))){
const err14 = {instancePath:instancePath+"/command",keyword:"required",params:{missingProperty: "exit_code"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err14;
errors++;
}
if((data6.stdout === undefined) || (!(func0.call(data6, "stdout")))){
const err15 = {instancePath:instancePath+"/command",keyword:"required",params:{missingProperty: "stdout"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err15;
errors++;
}
if((data6.stderr === undefined) || (!(func0.call(data6, "stderr")))){
const err16 = {instancePath:instancePath+"/command",keyword:"required",params:{missingProperty: "stderr"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err16;
errors++;
}
for(const key2 in data6){
if(!func0.call(data6, key2)) continue;
if(!(((key2 === "exit_code") || (key2 === "stdout")) || (key2 === "stderr"))){
const err17 = {instancePath:instancePath+"/command",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err17;
errors++;
}
}
if(data6.exit_code !== undefined){
let data7 = data6.exit_code;
if((!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))) && (data7 !== null)){
const err18 = {instancePath:instancePath+"/command/exit_code",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err18;
errors++;
}
}
if(data6.stdout !== undefined){
if(!(validate12(data6.stdout, {instancePath:instancePath+"/command/stdout",parentData:data6,parentDataProperty:"stdout",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
}
if(data6.stderr !== undefined){
if(!(validate12(data6.stderr, {instancePath:instancePath+"/command/stderr",parentData:data6,parentDataProperty:"stderr",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
}
}
else {
const err19 = {instancePath:instancePath+"/command",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err19;
errors++;
}
}
if(data.mcp !== undefined){
if(!(validate12(data.mcp, {instancePath:instancePath+"/mcp",parentData:data,parentDataProperty:"mcp",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
}
}
else {
const err20 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err20;
errors++;
}
validate33.errors = vErrors;
return errors === 0;
}


function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.id === undefined) || (!(func0.call(data, "id")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err0;
errors++;
}
if((data.title === undefined) || (!(func0.call(data, "title")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "title"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
if((data.spec === undefined) || (!(func0.call(data, "spec")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "spec"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
if((data.input === undefined) || (!(func0.call(data, "input")))){
const err3 = {instancePath,keyword:"required",params:{missingProperty: "input"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err3;
errors++;
}
if((data.expect === undefined) || (!(func0.call(data, "expect")))){
const err4 = {instancePath,keyword:"required",params:{missingProperty: "expect"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err4;
errors++;
}
for(const key0 in data){
if(!func0.call(data, key0)) continue;
if(!((key0 === "id") || (key0 === "title") || (key0 === "spec") || (key0 === "twin") || (key0 === "input") || (key0 === "checks") || (key0 === "keyring") || (key0 === "contract") || (key0 === "request") || (key0 === "now") || (key0 === "expect"))){
const err5 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err5;
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err6 = {instancePath:instancePath+"/id",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err6;
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/id",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err7;
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
const err8 = {instancePath:instancePath+"/title",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err8;
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/title",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err9;
errors++;
}
}
if(data.spec !== undefined){
let data2 = data.spec;
if(typeof data2 === "string"){
if(!pattern2.test(data2)){
const err10 = {instancePath:instancePath+"/spec",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err10;
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/spec",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err11;
errors++;
}
}
if(data.twin !== undefined){
let data3 = data.twin;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err12 = {instancePath:instancePath+"/twin",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err12;
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/twin",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err13;
errors++;
}
}
if(data.input !== undefined){
if(!(validate33(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
}
if(data.checks !== undefined){
let data5 = data.checks;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key1 in data5){
if(!func0.call(data5, key1)) continue;
if(typeof data5[key1] !== "boolean"){
const err14 = {instancePath:instancePath+"/checks/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err14;
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/checks",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err15;
errors++;
}
}
if(data.keyring !== undefined){
let data7 = data.keyring;
if(!(data7 && typeof data7 == "object" && !Array.isArray(data7))){
const err16 = {instancePath:instancePath+"/keyring",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err16;
errors++;
}
}
if(data.contract !== undefined){
let data8 = data.contract;
if(!(data8 && typeof data8 == "object" && !Array.isArray(data8))){
const err17 = {instancePath:instancePath+"/contract",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err17;
errors++;
}
}
if(data.request !== undefined){
let data9 = data.request;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if((data9.id === undefined) || (!(func0.call(data9, "id")))){
const err18 = {instancePath:instancePath+"/request",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err18;
errors++;
}
if((data9.tool === undefined) || (!(func0.call(data9, "tool")))){
const err19 = {instancePath:instancePath+"/request",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err19;
errors++;
}
if((data9.args === undefined) || (!(func0.call(data9, "args")))){
const err20 = {instancePath:instancePath+"/request",keyword:"required",params:{missingProperty: "args"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err20;
errors++;
}
for(const key2 in data9){
if(!func0.call(data9, key2)) continue;
if(!((((key2 === "id") || (key2 === "tool")) || (key2 === "args")) || (key2 === "context"))){
const err21 = {instancePath:instancePath+"/request",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err21;
errors++;
}
}
if(data9.id !== undefined){
if(typeof data9.id !== "string"){
const err22 = {instancePath:instancePath+"/request/id",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err22;
errors++;
}
}
if(data9.tool !== undefined){
if(typeof data9.tool !== "string"){
const err23 = {instancePath:instancePath+"/request/tool",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err23;
errors++;
}
}
if(data9.args !== undefined){
let data12 = data9.args;
if(!(data12 && typeof data12 == "object" && !Array.isArray(data12))){
const err24 = {instancePath:instancePath+"/request/args",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err24;
errors++;
}
}
if(data9.context !== undefined){
let data13 = data9.context;
if(!(data13 && typeof data13 == "object" && !Array.isArray(data13))){
const err25 = {instancePath:instancePath+"/request/context",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err25;
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/request",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err26;
errors++;
}
}
if(data.now !== undefined){
let data14 = data.now;
if((typeof data14 !== "string") && (!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14))))){
const err27 = {instancePath:instancePath+"/now",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err27;
errors++;
}
}
if(data.expect !== undefined){
let data15 = data.expect;
const _errs44 = errors;
let valid12 = true;
const _errs45 = errors;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
let missing0;
if(((data15.error === undefined) || (!(func0.call(data15, "error")))) && (missing0 = "error")){
const err28 = {};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err28;
errors++;
}
}
var _valid0 = _errs45 === errors;
errors = _errs44;
if(vErrors !== null){
if(_errs44){
vErrors.length = _errs44;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs46 = errors;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(Object.keys(data15).length > 2){
const err29 = {instancePath:instancePath+"/expect",keyword:"maxProperties"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err29;
errors++;
}
if((data15.place === undefined) || (!(func0.call(data15, "place")))){
const err30 = {instancePath:instancePath+"/expect",keyword:"required",params:{missingProperty: "place"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err30;
errors++;
}
}
var _valid0 = _errs46 === errors;
valid12 = _valid0;
ifClause0 = "then";
}
else {
const _errs47 = errors;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if((data15.outcome === undefined) || (!(func0.call(data15, "outcome")))){
const err31 = {instancePath:instancePath+"/expect",keyword:"required",params:{missingProperty: "outcome"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err31;
errors++;
}
if((data15.code === undefined) || (!(func0.call(data15, "code")))){
const err32 = {instancePath:instancePath+"/expect",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err32;
errors++;
}
if((data15.reasons === undefined) || (!(func0.call(data15, "reasons")))){
const err33 = {instancePath:instancePath+"/expect",keyword:"required",params:{missingProperty: "reasons"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err33;
errors++;
}
}
var _valid0 = _errs47 === errors;
valid12 = _valid0;
ifClause0 = "else";
}
if(!valid12){
const err34 = {instancePath:instancePath+"/expect",keyword:"if"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err34;
errors++;
}
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key3 in data15){
if(!func0.call(data15, key3)) continue;
if(!((key3 === "error") || (key3 === "place") || (key3 === "outcome") || (key3 === "code") || (key3 === "reasons") || (key3 === "path") || (key3 === "paths") || (key3 === "more_issues") || (key3 === "agent") || (key3 === "unknown_members") || (key3 === "schema_path") || (key3 === "upstream_status") || (key3 === "upstream_code"))){
const err35 = {instancePath:instancePath+"/expect",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err35;
errors++;
}
}
if(data15.error !== undefined){
let data16 = data15.error;
if(typeof data16 !== "string"){
const err36 = {instancePath:instancePath+"/expect/error",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err36;
errors++;
}
if("configuration" !== data16){
const err37 = {instancePath:instancePath+"/expect/error",keyword:"const"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err37;
errors++;
}
}
if(data15.place !== undefined){
if(typeof data15.place !== "string"){
const err38 = {instancePath:instancePath+"/expect/place",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err38;
errors++;
}
}
if(data15.outcome !== undefined){
let data18 = data15.outcome;
if(typeof data18 !== "string"){
const err39 = {instancePath:instancePath+"/expect/outcome",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err39;
errors++;
}
if(!((data18 === "success") || (data18 === "failure"))){
const err40 = {instancePath:instancePath+"/expect/outcome",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err40;
errors++;
}
}
if(data15.code !== undefined){
let data19 = data15.code;
if(typeof data19 === "string"){
if(!pattern26.test(data19)){
const err41 = {instancePath:instancePath+"/expect/code",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err41;
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/expect/code",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err42;
errors++;
}
}
if(data15.reasons !== undefined){
if(!(validate16(data15.reasons, {instancePath:instancePath+"/expect/reasons",parentData:data15,parentDataProperty:"reasons",rootData}))){
vErrors = vErrors === null ? validate16.errors : vErrors.concat(validate16.errors);
errors = vErrors.length;
}
}
if(data15.path !== undefined){
if(typeof data15.path !== "string"){
const err43 = {instancePath:instancePath+"/expect/path",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err43;
errors++;
}
}
if(data15.paths !== undefined){
let data22 = data15.paths;
if(Array.isArray(data22)){
const len0 = data22.length;
for(let i0=0; i0<len0; i0++){
if(typeof data22[i0] !== "string"){
const err44 = {instancePath:instancePath+"/expect/paths/" + i0,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err44;
errors++;
}
}
}
else {
const err45 = {instancePath:instancePath+"/expect/paths",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err45;
errors++;
}
}
if(data15.more_issues !== undefined){
let data24 = data15.more_issues;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
const err46 = {instancePath:instancePath+"/expect/more_issues",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err46;
errors++;
}
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 0 || isNaN(data24)){
const err47 = {instancePath:instancePath+"/expect/more_issues",keyword:"minimum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err47;
errors++;
}
}
}
if(data15.agent !== undefined){
let data25 = data15.agent;
if(!(data25 && typeof data25 == "object" && !Array.isArray(data25))){
const err48 = {instancePath:instancePath+"/expect/agent",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err48;
errors++;
}
}
if(data15.unknown_members !== undefined){
let data26 = data15.unknown_members;
if(Array.isArray(data26)){
const len1 = data26.length;
for(let i1=0; i1<len1; i1++){
if(typeof data26[i1] !== "string"){
const err49 = {instancePath:instancePath+"/expect/unknown_members/" + i1,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err49;
errors++;
}
}
}
else {
const err50 = {instancePath:instancePath+"/expect/unknown_members",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err50;
errors++;
}
}
if(data15.schema_path !== undefined){
if(typeof data15.schema_path !== "string"){
const err51 = {instancePath:instancePath+"/expect/schema_path",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err51;
errors++;
}
}
if(data15.upstream_status !== undefined){
let data29 = data15.upstream_status;
if(!(data29 && typeof data29 == "object" && !Array.isArray(data29))){
const err52 = {instancePath:instancePath+"/expect/upstream_status",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err52;
errors++;
}
}
if(data15.upstream_code !== undefined){
let data30 = data15.upstream_code;
if((typeof data30 !== "string") && (data30 !== null)){
const err53 = {instancePath:instancePath+"/expect/upstream_code",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err53;
errors++;
}
}
}
else {
const err54 = {instancePath:instancePath+"/expect",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err54;
errors++;
}
}
}
else {
const err55 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err55;
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}

const pattern28 = new RegExp("^[a-z][a-z0-9-]*\\.md$", "");

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.kind === undefined) || (!(func0.call(data, "kind")))) && (missing0 = "kind")){
const err0 = {};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err0;
errors++;
}
else {
if(data.kind !== undefined){
if("json" !== data.kind){
const err1 = {};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err1;
errors++;
}
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cases !== undefined){
let data1 = data.cases;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate11(data1[i0], {instancePath:instancePath+"/cases/" + i0,parentData:data1,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/cases",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err2;
errors++;
}
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
}
if(!valid1){
const err3 = {instancePath,keyword:"if"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err3;
errors++;
}
const _errs10 = errors;
let valid6 = true;
const _errs11 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.kind === undefined) || (!(func0.call(data, "kind")))) && (missing1 = "kind")){
const err4 = {};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err4;
errors++;
}
else {
if(data.kind !== undefined){
if("canonical" !== data.kind){
const err5 = {};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err5;
errors++;
}
}
}
}
var _valid1 = _errs11 === errors;
errors = _errs10;
if(vErrors !== null){
if(_errs10){
vErrors.length = _errs10;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs13 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cases !== undefined){
let data4 = data.cases;
if(Array.isArray(data4)){
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
if(!(validate19(data4[i1], {instancePath:instancePath+"/cases/" + i1,parentData:data4,parentDataProperty:i1,rootData}))){
vErrors = vErrors === null ? validate19.errors : vErrors.concat(validate19.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath:instancePath+"/cases",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err6;
errors++;
}
}
}
var _valid1 = _errs13 === errors;
valid6 = _valid1;
}
if(!valid6){
const err7 = {instancePath,keyword:"if"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err7;
errors++;
}
const _errs18 = errors;
let valid11 = true;
const _errs19 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.kind === undefined) || (!(func0.call(data, "kind")))) && (missing2 = "kind")){
const err8 = {};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err8;
errors++;
}
else {
if(data.kind !== undefined){
if("decision" !== data.kind){
const err9 = {};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err9;
errors++;
}
}
}
}
var _valid2 = _errs19 === errors;
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
if(_valid2){
const _errs21 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cases !== undefined){
let data7 = data.cases;
if(Array.isArray(data7)){
const len2 = data7.length;
for(let i2=0; i2<len2; i2++){
if(!(validate24(data7[i2], {instancePath:instancePath+"/cases/" + i2,parentData:data7,parentDataProperty:i2,rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err10 = {instancePath:instancePath+"/cases",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err10;
errors++;
}
}
}
var _valid2 = _errs21 === errors;
valid11 = _valid2;
}
if(!valid11){
const err11 = {instancePath,keyword:"if"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err11;
errors++;
}
const _errs26 = errors;
let valid16 = true;
const _errs27 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing3;
if(((data.kind === undefined) || (!(func0.call(data, "kind")))) && (missing3 = "kind")){
const err12 = {};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err12;
errors++;
}
else {
if(data.kind !== undefined){
if("result" !== data.kind){
const err13 = {};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err13;
errors++;
}
}
}
}
var _valid3 = _errs27 === errors;
errors = _errs26;
if(vErrors !== null){
if(_errs26){
vErrors.length = _errs26;
}
else {
vErrors = null;
}
}
if(_valid3){
const _errs29 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cases !== undefined){
let data10 = data.cases;
if(Array.isArray(data10)){
const len3 = data10.length;
for(let i3=0; i3<len3; i3++){
if(!(validate32(data10[i3], {instancePath:instancePath+"/cases/" + i3,parentData:data10,parentDataProperty:i3,rootData}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
}
}
else {
const err14 = {instancePath:instancePath+"/cases",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err14;
errors++;
}
}
}
var _valid3 = _errs29 === errors;
valid16 = _valid3;
}
if(!valid16){
const err15 = {instancePath,keyword:"if"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err15;
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.$schema === undefined) || (!(func0.call(data, "$schema")))){
const err16 = {instancePath,keyword:"required",params:{missingProperty: "$schema"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err16;
errors++;
}
if((data.rule === undefined) || (!(func0.call(data, "rule")))){
const err17 = {instancePath,keyword:"required",params:{missingProperty: "rule"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err17;
errors++;
}
if((data.spec === undefined) || (!(func0.call(data, "spec")))){
const err18 = {instancePath,keyword:"required",params:{missingProperty: "spec"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err18;
errors++;
}
if((data.kind === undefined) || (!(func0.call(data, "kind")))){
const err19 = {instancePath,keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err19;
errors++;
}
if((data.cases === undefined) || (!(func0.call(data, "cases")))){
const err20 = {instancePath,keyword:"required",params:{missingProperty: "cases"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err20;
errors++;
}
for(const key0 in data){
if(!func0.call(data, key0)) continue;
if(!((((((key0 === "$schema") || (key0 === "rule")) || (key0 === "spec")) || (key0 === "kind")) || (key0 === "header")) || (key0 === "cases"))){
const err21 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err21;
errors++;
}
}
if(data.$schema !== undefined && func0.call(data, "$schema")){
let data12 = data.$schema;
if(typeof data12 !== "string"){
const err22 = {instancePath:instancePath+"/$schema",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err22;
errors++;
}
if("../vector.schema.json" !== data12){
const err23 = {instancePath:instancePath+"/$schema",keyword:"const"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err23;
errors++;
}
}
if(data.rule !== undefined){
let data13 = data.rule;
if(typeof data13 === "string"){
if(!pattern1.test(data13)){
const err24 = {instancePath:instancePath+"/rule",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err24;
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/rule",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err25;
errors++;
}
}
if(data.spec !== undefined){
let data14 = data.spec;
if(typeof data14 === "string"){
if(!pattern28.test(data14)){
const err26 = {instancePath:instancePath+"/spec",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err26;
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/spec",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err27;
errors++;
}
}
if(data.kind !== undefined){
let data15 = data.kind;
if(typeof data15 !== "string"){
const err28 = {instancePath:instancePath+"/kind",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err28;
errors++;
}
if(!((((data15 === "json") || (data15 === "canonical")) || (data15 === "decision")) || (data15 === "result"))){
const err29 = {instancePath:instancePath+"/kind",keyword:"enum"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err29;
errors++;
}
}
if(data.header !== undefined){
let data16 = data.header;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
for(const key1 in data16){
if(!func0.call(data16, key1)) continue;
if(!((key1 === "keyring") || (key1 === "policy") || (key1 === "now") || (key1 === "call") || (key1 === "audience") || (key1 === "audience_required") || (key1 === "context") || (key1 === "checks") || (key1 === "limits") || (key1 === "profile") || (key1 === "artifacts") || (key1 === "contract") || (key1 === "request"))){
const err30 = {instancePath:instancePath+"/header",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err30;
errors++;
}
}
if(data16.keyring !== undefined){
let data17 = data16.keyring;
if(!(data17 && typeof data17 == "object" && !Array.isArray(data17))){
const err31 = {instancePath:instancePath+"/header/keyring",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err31;
errors++;
}
}
if(data16.policy !== undefined){
let data18 = data16.policy;
if(!(data18 && typeof data18 == "object" && !Array.isArray(data18))){
const err32 = {instancePath:instancePath+"/header/policy",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err32;
errors++;
}
}
if(data16.now !== undefined){
let data19 = data16.now;
if((typeof data19 !== "string") && (!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19))))){
const err33 = {instancePath:instancePath+"/header/now",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err33;
errors++;
}
}
if(data16.call !== undefined){
let data20 = data16.call;
if((!(data20 && typeof data20 == "object" && !Array.isArray(data20))) && (typeof data20 !== "string")){
const err34 = {instancePath:instancePath+"/header/call",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err34;
errors++;
}
if(typeof data20 === "string"){
if(!pattern16.test(data20)){
const err35 = {instancePath:instancePath+"/header/call",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err35;
errors++;
}
}
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if((data20.tool === undefined) || (!(func0.call(data20, "tool")))){
const err36 = {instancePath:instancePath+"/header/call",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err36;
errors++;
}
for(const key2 in data20){
if(!func0.call(data20, key2)) continue;
if(!((key2 === "tool") || (key2 === "args"))){
const err37 = {instancePath:instancePath+"/header/call",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err37;
errors++;
}
}
if(data20.tool !== undefined){
if(typeof data20.tool !== "string"){
const err38 = {instancePath:instancePath+"/header/call/tool",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err38;
errors++;
}
}
}
}
if(data16.audience !== undefined){
if(typeof data16.audience !== "string"){
const err39 = {instancePath:instancePath+"/header/audience",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err39;
errors++;
}
}
if(data16.audience_required !== undefined){
if(typeof data16.audience_required !== "boolean"){
const err40 = {instancePath:instancePath+"/header/audience_required",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err40;
errors++;
}
}
if(data16.context !== undefined){
let data24 = data16.context;
if(!(data24 && typeof data24 == "object" && !Array.isArray(data24))){
const err41 = {instancePath:instancePath+"/header/context",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err41;
errors++;
}
}
if(data16.checks !== undefined){
let data25 = data16.checks;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
for(const key3 in data25){
if(!func0.call(data25, key3)) continue;
if(typeof data25[key3] !== "boolean"){
const err42 = {instancePath:instancePath+"/header/checks/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err42;
errors++;
}
}
}
else {
const err43 = {instancePath:instancePath+"/header/checks",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err43;
errors++;
}
}
if(data16.limits !== undefined){
if(!(validate14(data16.limits, {instancePath:instancePath+"/header/limits",parentData:data16,parentDataProperty:"limits",rootData}))){
vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
errors = vErrors.length;
}
}
if(data16.profile !== undefined){
let data28 = data16.profile;
if((!(data28 && typeof data28 == "object" && !Array.isArray(data28))) && (typeof data28 !== "string")){
const err44 = {instancePath:instancePath+"/header/profile",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err44;
errors++;
}
if(typeof data28 === "string"){
if(!pattern17.test(data28)){
const err45 = {instancePath:instancePath+"/header/profile",keyword:"pattern"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err45;
errors++;
}
}
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
if((data28.name === undefined) || (!(func0.call(data28, "name")))){
const err46 = {instancePath:instancePath+"/header/profile",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err46;
errors++;
}
for(const key4 in data28){
if(!func0.call(data28, key4)) continue;
if(!(((key4 === "name") || (key4 === "strict_trust")) || (key4 === "verify_evidence"))){
const err47 = {instancePath:instancePath+"/header/profile",keyword:"additionalProperties",params:{additionalProperty: key4}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err47;
errors++;
}
}
if(data28.name !== undefined){
let data29 = data28.name;
if(typeof data29 !== "string"){
const err48 = {instancePath:instancePath+"/header/profile/name",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err48;
errors++;
}
if("interop" !== data29){
const err49 = {instancePath:instancePath+"/header/profile/name",keyword:"const"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err49;
errors++;
}
}
if(data28.strict_trust !== undefined){
if(typeof data28.strict_trust !== "boolean"){
const err50 = {instancePath:instancePath+"/header/profile/strict_trust",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err50;
errors++;
}
}
if(data28.verify_evidence !== undefined){
if(typeof data28.verify_evidence !== "boolean"){
const err51 = {instancePath:instancePath+"/header/profile/verify_evidence",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err51;
errors++;
}
}
}
}
if(data16.artifacts !== undefined){
if(!(validate28(data16.artifacts, {instancePath:instancePath+"/header/artifacts",parentData:data16,parentDataProperty:"artifacts",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
if(data16.contract !== undefined){
let data33 = data16.contract;
if(!(data33 && typeof data33 == "object" && !Array.isArray(data33))){
const err52 = {instancePath:instancePath+"/header/contract",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err52;
errors++;
}
}
if(data16.request !== undefined){
let data34 = data16.request;
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
if((data34.id === undefined) || (!(func0.call(data34, "id")))){
const err53 = {instancePath:instancePath+"/header/request",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err53;
errors++;
}
if((data34.tool === undefined) || (!(func0.call(data34, "tool")))){
const err54 = {instancePath:instancePath+"/header/request",keyword:"required",params:{missingProperty: "tool"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err54;
errors++;
}
if((data34.args === undefined) || (!(func0.call(data34, "args")))){
const err55 = {instancePath:instancePath+"/header/request",keyword:"required",params:{missingProperty: "args"}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err55;
errors++;
}
for(const key5 in data34){
if(!func0.call(data34, key5)) continue;
if(!((((key5 === "id") || (key5 === "tool")) || (key5 === "args")) || (key5 === "context"))){
const err56 = {instancePath:instancePath+"/header/request",keyword:"additionalProperties",params:{additionalProperty: key5}};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err56;
errors++;
}
}
if(data34.id !== undefined){
if(typeof data34.id !== "string"){
const err57 = {instancePath:instancePath+"/header/request/id",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err57;
errors++;
}
}
if(data34.tool !== undefined){
if(typeof data34.tool !== "string"){
const err58 = {instancePath:instancePath+"/header/request/tool",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err58;
errors++;
}
}
if(data34.args !== undefined){
let data37 = data34.args;
if(!(data37 && typeof data37 == "object" && !Array.isArray(data37))){
const err59 = {instancePath:instancePath+"/header/request/args",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err59;
errors++;
}
}
if(data34.context !== undefined){
let data38 = data34.context;
if(!(data38 && typeof data38 == "object" && !Array.isArray(data38))){
const err60 = {instancePath:instancePath+"/header/request/context",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err60;
errors++;
}
}
}
else {
const err61 = {instancePath:instancePath+"/header/request",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err61;
errors++;
}
}
}
else {
const err62 = {instancePath:instancePath+"/header",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err62;
errors++;
}
}
if(data.cases !== undefined){
let data39 = data.cases;
if(Array.isArray(data39)){
if(data39.length < 1){
const err63 = {instancePath:instancePath+"/cases",keyword:"minItems"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err63;
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/cases",keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err64;
errors++;
}
}
}
else {
const err65 = {instancePath,keyword:"type"};
if(vErrors === null) vErrors = [];
vErrors[vErrors.length] = err65;
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}
