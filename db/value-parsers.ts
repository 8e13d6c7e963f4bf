const BYTEA = 17
const DATE = 1082
const INT8 = 20
const NUMERIC = 1700
const asNumber = (text: string): number => Number(text)
const asBytes = (text: string): Buffer => Buffer.from(text.slice('\\x'.length), 'hex')
const asText = (text: string): string => text

/** How values become JavaScript's, on either engine, where it is not the driver's own way. */
export const parsers = { [BYTEA]: asBytes, [DATE]: asText, [INT8]: asNumber, [NUMERIC]: asNumber }
