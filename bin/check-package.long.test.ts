import { test } from 'node:test'
import { checkPackage } from './check-package.ts'

test('the package installs into an empty folder and starts there, with and without its own Node', async t => {
  const sizes = await checkPackage((line: string) => t.diagnostic(line))
  t.diagnostic(JSON.stringify(sizes))
})
