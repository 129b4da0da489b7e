import { main } from './program.ts'

// A reader such as `head` may close the pipe early. The command still finishes and reports its exit code.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

process.exitCode = await main(process.argv.slice(2))
