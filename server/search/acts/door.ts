export { clearAct, setAct, setActs, settingAct } from './acts.ts'
