export { clearAct, setAct, setActs } from './acts.ts'
