import { mount } from '../shared/mount.ts'
import './translate.css'
import './editor.css'
import './side.css'
import { Workplace } from './workplace.tsx'

mount('translate', Workplace)
