export { findPages } from './find-pages.ts'
