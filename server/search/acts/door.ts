export { clearAct, type NewAct, setAct } from './acts.ts'
