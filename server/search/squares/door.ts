export { keepSquaresIn } from './kept-squares.ts'
export { startBringing } from './bringing.ts'
