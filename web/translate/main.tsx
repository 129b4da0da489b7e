import { mount } from '../shared/mount.ts'
import './translate.css'
import './editor.css'
import './side.css'
import './zen.css'
import { Workplace } from './workplace.tsx'
import { Zen } from './zen.tsx'

mount('translate', Workplace)
mount('zen', Zen)
