export { clearAct, setAct } from './acts.ts'
