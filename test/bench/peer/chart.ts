// A bar chart as SVG: how many times as many requests, on a logarithmic scale.

interface Bar {
  readonly name: string
  readonly value: number
}

const [WIDTH, LEFT, ROW] = [720, 190, 26]

export function barChart(title: string, bars: readonly Bar[]): string {
  const most = Math.max(10, ...bars.map(({ value }) => value))
  const across = (value: number): number => ((WIDTH - LEFT - 70) * Math.log10(Math.max(1, value))) / Math.log10(most)
  const height = 40 + bars.length * ROW
  const rows = bars.map(({ name, value }, at) => {
    const y = 36 + at * ROW
    return `<text x="${LEFT - 8}" y="${y + 14}" text-anchor="end">${escaped(name)}</text>
<rect x="${LEFT}" y="${y}" width="${across(value).toFixed(1)}" height="18" rx="2" fill="#36c"/>
<text x="${(LEFT + across(value) + 6).toFixed(1)}" y="${y + 14}">${value.toFixed(1)} ×</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="${LEFT}" y="20" font-weight="bold">${escaped(title)}</text>
${rows.join('\n')}
</svg>
`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
