import assert from 'node:assert/strict'
import { test } from 'node:test'
import { obstacles } from './release.ts'

const ready = {
  branch: 'main',
  status: '',
  tags: ['v0.1.0'],
  manifest: { version: '0.2.0' },
  lock: { version: '0.2.0' },
  changelog: '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Added\n- More.\n',
  today: '2026-12-01',
}

test('a commit that is ready can be released', () => {
  assert.deepEqual(obstacles('0.2.0', ready), [])
})

for (const [what, change, message] of [
  ['another branch', { branch: 'topic' }, /on main, not on topic/],
  ['uncommitted changes', { status: ' M README.md' }, /uncommitted/],
  ['a tag that exists', { tags: ['v0.2.0'] }, /tag v0\.2\.0 exists/],
  ['another version in package.json', { manifest: { version: '0.1.0' } }, /package\.json says 0\.1\.0/],
  ['another version in package-lock.json', { lock: { version: '0.1.0' } }, /package-lock\.json says 0\.1\.0/],
  ['no section in CHANGELOG.md', { changelog: '## [Unreleased]\n' }, /no section "## \[0\.2\.0\] - 2026-12-01"/],
  ['another date in CHANGELOG.md', { today: '2026-12-02' }, /dates 0\.2\.0 2026-12-01; today is 2026-12-02/],
] as const)
  test(`a release is refused with ${what}`, () => {
    const found = obstacles('0.2.0', { ...ready, ...change })
    assert.equal(found.length, 1)
    assert.match(String(found[0]), message)
  })

test('a release needs a version of three numbers', () => {
  assert.match(String(obstacles('next', ready)[0]), /next is not a version/)
})
