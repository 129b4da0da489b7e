// For tests: runs the program as a user would, and kills what is left when the test file ends.
import { after } from 'node:test'
import { running } from './testing-process.ts'

export {
  builtProgram,
  type Outcome,
  outcome,
  parlance,
  type RunOptions,
  spawnParlance,
  startServer,
  type TestServer,
} from './testing-process.ts'

after(() => {
  for (const child of running) child.kill('SIGKILL')
})
