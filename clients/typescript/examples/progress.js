// Prints the translation progress of a project.
//   node examples/progress.js https://translate.example.org harbour-library
import { Translations } from '@parlance/client'

const [url = 'http://localhost:8080', project = 'harbour-library'] = process.argv.slice(2)
const api = new Translations({ url, userAgent: 'progress-example/1.0' })

for await (const component of api.list('/projects/{project}/components/', { path: { project } })) {
  console.log(component.name)
  const path = { project, component: component.slug }
  for await (const { language, translated_percent, total } of api.list(
    '/components/{project}/{component}/translations/',
    { path },
  ))
    console.log(`  ${language.name}: ${translated_percent} % of ${total} strings`)
}
