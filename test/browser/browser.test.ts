// The suites of a file share one server and one browser, because starting them takes longer than most tests. The wiki's suites are in
// wiki.test.ts, so that both files can run at the same time.
import './pages.suite.ts'
import './browsable-api.suite.ts'
import './home.suite.ts'
import './manage.suite.ts'
import './admin.suite.ts'
import './browse.suite.ts'
import './bulk.suite.ts'
import './translate.suite.ts'
import './saving.suite.ts'
import './desk.suite.ts'
import './account.suite.ts'
import './measured.suite.ts'
