// One server and one browser serve both: starting them takes longer than all that is tested.
import './pages.suite.ts'
import './browsable-api.suite.ts'
import './home.suite.ts'
import './manage.suite.ts'
import './browse.suite.ts'
import './translate.suite.ts'
import './account.suite.ts'
