#!/usr/bin/env node
/**
 * Verifies an exported trace proof offline: node verify-trace.mjs <proof.json> [--older <proof.json>] [files …]
 * Every link must be the SHA-256 of the previous link and its own text. An older proof must be a prefix of this one, and a record must
 * list each file. Needs Node 18 or later. Exits with 0 if valid, else with 1.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const faults = [];
const fault = (text) => faults.push(text);

const given = process.argv.slice(2);
const at = given.indexOf('--older');
const olderFile = at < 0 ? undefined : given.splice(at, 2)[1];
const [proofFile, ...files] = given;
if (!proofFile || (at >= 0 && !olderFile)) {
  console.error('usage: node verify-trace.mjs <proof.json> [--older <proof.json>] [files …]');
  process.exit(2);
}

function read(file) {
  const proof = JSON.parse(readFileSync(file, 'utf8'));
  if (proof.format !== 'suyuan/trace-proof/v1') throw new Error(`${file} is no trace proof of version 1`);
  return proof;
}

/** Recomputes the chain; returns its hashes. */
function walk({ genesis, links, batch }) {
  if (genesis.split('\n')[2] !== batch.batchNo) fault(`the chain begins with another batch than ${batch.batchNo}`);
  let previous = sha256(genesis);
  return links.map((link, index) => {
    if (link.no !== index + 1) fault(`link ${index + 1} is numbered ${link.no}`);
    if (link.previous !== previous) fault(`link ${link.no} does not follow the one before it`);
    const hash = sha256(`${previous}\n${link.body}`);
    if (link.hash !== hash) fault(`link ${link.no} says ${link.hash}, its text makes ${hash}`);
    const { batchNo } = JSON.parse(link.body);
    if (batchNo !== batch.batchNo) fault(`link ${link.no} is about batch ${batchNo}, not ${batch.batchNo}`);
    previous = hash;
    return hash;
  });
}

try {
  const proof = read(proofFile);
  const hashes = walk(proof);
  const records = proof.links.map(({ body }) => JSON.parse(body));

  if (olderFile) {
    const older = read(olderFile);
    if (older.genesis !== proof.genesis) fault('the older proof is of another batch');
    const before = walk(older);
    const lost = before.findIndex((hash, index) => hash !== hashes[index]);
    if (lost >= 0) fault(`link ${lost + 1} of the older proof is no longer in the chain`);
  }

  const named = new Map(
    records.flatMap(({ files: attached, step }) => attached.map(({ sha256: digest, name }) => [digest, { step, name }])),
  );
  for (const file of files) {
    const digest = sha256(readFileSync(file));
    const known = named.get(digest);
    if (known) console.log(`file   ${path.basename(file)} is "${known.name}" of "${known.step}"`);
    else fault(`file ${path.basename(file)} (SHA-256 ${digest}) is not what any record names`);
  }

  const corrected = new Set(records.map(({ corrects }) => corrects).filter(Boolean));
  for (const [index, { step, eventTime, party, verifiedBy }] of records.entries()) {
    const mark = corrected.has(hashes[index]) ? ' (corrected later)' : '';
    console.log(`link ${index + 1}  ${eventTime}  ${step}${party ? `, ${party}` : ''}, verified by ${verifiedBy}${mark}`);
  }
  // the product data in the file's header is not part of any link
  console.log(
    `batch  ${proof.batch.batchNo}, ${records.at(-1)?.goods?.name ?? 'nothing sealed'}; ${hashes.length} links; head ${hashes.at(-1) ?? 'none'}`,
  );
} catch (error) {
  fault(error instanceof Error ? error.message : String(error));
}
for (const text of faults) console.error(`FAULT  ${text}`);
console.log(faults.length === 0 ? 'whole' : 'broken');
process.exit(faults.length === 0 ? 0 : 1);
