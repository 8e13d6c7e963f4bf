import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findChangedMigrations } from './check-migrations.mjs'

const root = mkdtempSync(join(tmpdir(), 'primp-history-'))
afterAll(() => rmSync(root, { recursive: true }))

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@primp.test', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim()
const folder = join(root, 'db/migrations')
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
function commit(subject: string): string {
  git('add', '-A')
  git('commit', '-qm', subject)
  return git('rev-parse', 'HEAD')
}

test('a migration may move to another folder, but not change its content or its name', () => {
  mkdirSync(join(folder, 'before-baseline'), { recursive: true })
  git('init', '-q')
  write('0001_a.sql', 'create table a (n int);\n')
  write('0002_b.sql', 'create table b (n int);\n')
  const first = commit('Add two migrations')
  renameSync(join(folder, '0001_a.sql'), join(folder, 'before-baseline/0001_a.sql'))
  write('0003_c.sql', 'create table c (n int);\n')
  const moved = commit('Move the first and add a third')
  expect(findChangedMigrations(root, first)).toEqual([])
  write('before-baseline/0001_a.sql', 'create table a (n bigint);\n')
  const edited = commit('Edit the first')
  expect(findChangedMigrations(root, moved)).toEqual([expect.stringMatching(/ Edit the first: \S+0001_a.sql$/)])
  renameSync(join(folder, '0002_b.sql'), join(folder, 'before-baseline/0002_other.sql'))
  const renamed = commit('Rename the second')
  expect(findChangedMigrations(root, edited)).toEqual([expect.stringContaining('0002_b.sql -> ')])
  renameSync(join(folder, '0003_c.sql'), join(folder, 'before-baseline/0003_c.sql'))
  write('before-baseline/0003_c.sql', 'create table c (n int, m int);\n')
  commit('Move and edit the third')
  expect(findChangedMigrations(root, renamed)).toEqual([expect.stringContaining('Move and edit the third')])
  expect(findChangedMigrations(root, 'f'.repeat(40))).toBeUndefined()
})
