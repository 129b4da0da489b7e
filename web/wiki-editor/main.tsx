import { mount } from '../shared/mount.ts'
import './wiki-editor.css'
import { Editor } from './editor.tsx'

mount('wiki-editor', Editor)
