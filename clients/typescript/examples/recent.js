// Lists recent changes of a wiki with their sizes.
//   node examples/recent.js https://wiki.example.org/w/api.php 24
import { Wiki } from '@parlance/client'

const [url = 'http://localhost:8080/w/api.php', hours = '24'] = process.argv.slice(2)
const wiki = new Wiki({ url, userAgent: 'recent-example/1.0', maxlag: 5 })

const since = new Date(Date.now() - Number(hours) * 3_600_000)
let count = 0
for await (const change of wiki.list('recentchanges', {
  rcend: since,
  rcprop: ['title', 'user', 'sizes', 'timestamp'],
  rclimit: 50,
})) {
  const difference = (change.newlen ?? 0) - (change.oldlen ?? 0)
  console.log(`${change.timestamp} ${change.title} (${difference >= 0 ? '+' : ''}${difference}) ${change.user ?? ''}`)
  count++
}
console.log(`${count} changes since ${since.toISOString()}`)
