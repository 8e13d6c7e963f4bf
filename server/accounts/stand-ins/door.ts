export { takeOverNamed } from './stand-in.ts'
