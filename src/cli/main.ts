import { main } from './program.ts'

// Whoever reads the output may stop reading, such as `head`. The work goes on, and the exit code says how it went.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

process.exitCode = await main(process.argv.slice(2))
