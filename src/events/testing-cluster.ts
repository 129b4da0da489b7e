// Test program: a primary with three workers that each count five requests of the same caller.
import cluster from 'node:cluster'
import { countForWorkers, sharedRequestLog } from './request-log.ts'

const WORKERS = 3
const REQUESTS = 5

if (cluster.isPrimary) {
  countForWorkers()
  const seen = { admitted: 0, refused: 0 }
  let ended = 0
  cluster.on('message', (worker, message: { sent?: boolean[] }) => {
    if (message.sent === undefined) return
    for (const isAdmitted of message.sent) seen[isAdmitted ? 'admitted' : 'refused']++
    worker.disconnect()
    if (++ended === WORKERS) process.send!(seen, () => process.disconnect())
  })
  for (let i = 0; i < WORKERS; i++) cluster.fork()
} else {
  const count = sharedRequestLog()
  const request = { who: 'caller', limit: 7, periodMs: 60_000, at: 1_000_000 }
  const sent = await Promise.all(Array.from({ length: REQUESTS }, () => count(request)))
  process.send!({ sent: sent.map(({ isAdmitted }) => isAdmitted) })
}
