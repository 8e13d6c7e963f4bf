export { type Frame, type Media, noPicture, pictureOf } from './picture.ts'
export { artistsOf, type CardRow, cardRows, findProvider, latestPraise, numbersOf } from './queries.ts'
