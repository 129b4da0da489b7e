import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordObjections } from './password-policy.ts'

const codes = (name: string, password: string, ...groups: string[]) =>
  passwordObjections(name, groups, password).map(({ code }) => code)

test('rejects passwords that contain the name, are common, or are too short for privileged users', () => {
  assert.deepEqual(codes('Ann', 'x'), [])
  assert.deepEqual(codes('Ann Smith', 'smith'), ['password-substring-username-match'])
  for (const common of ['password', 'qwertyuiop', '123456', 'letmein1', 'abcabc', '31121999'])
    assert.deepEqual(codes('Ann', common), ['passwordincommonlist'], common)
  assert.deepEqual(codes('Ann', 'correct horse'), [])
  assert.deepEqual(codes('Ann', 'nine-char', 'sysop'), ['passwordtooshort'])
  assert.deepEqual(codes('Ann', 'x'.repeat(5000)), ['passwordtoolong'])
  assert.deepEqual(codes('Ann', 'ExamplePassword'), ['password-login-forbidden'])
})
