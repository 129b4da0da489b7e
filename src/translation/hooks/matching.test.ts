import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matches } from './matching.ts'

test('a repository matches by any of its addresses or by its path', () => {
  const repo = 'https://me:secret@example.org/team/garden.git'
  for (const named of [
    'https://example.org/team/garden.git',
    'https://example.org/team/garden',
    'git@example.org:team/garden.git',
    'ssh://git@example.org:22/team/garden.git',
    'git://example.org/team/garden/',
    'Team/Garden',
  ])
    assert.equal(matches(named, repo), true, named)
  for (const named of [
    'garden',
    'team/other',
    'other/garden',
    'https://example.org/team/garden-two.git',
    'https://elsewhere.example.org/team/garden.git',
    'arden',
    '',
  ])
    assert.equal(matches(named, repo), false, named)
  assert.equal(matches('team/garden', 'git@example.org:team/garden.git'), true)
})
