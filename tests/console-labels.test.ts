import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { auditActs } from '#web/operator/system/audit-messages.ts'
import { jobMessages } from '#web/operator/system/job-messages.ts'

test('every scheduled job has a name and a description in the console, and no other job has', () => {
  const keys = jobs.flatMap(({ name }) => [`job.${name}`, `job.${name}.text`])
  expect(Object.keys(jobMessages).toSorted()).toEqual(keys.toSorted())
})

test('every action that the server records in the audit log has a label in the console', () => {
  const files = execFileSync('git', ['grep', '-l', 'recordAudit', '--', 'server'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && !file.includes('.test.'))
  const acts = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bact: [^,\n]*?'[a-z_]+\.[a-z_.]+'[^,\n]*/g)].flatMap(([found]) =>
      [...found.matchAll(/'([a-z_]+\.[a-z_.]+)'/g)].map(([, act]) => act as string),
    ),
  )
  expect(acts.length).toBeGreaterThan(90)
  expect(acts.filter((act) => !(act in auditActs))).toEqual([])
})
