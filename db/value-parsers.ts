import pg from 'pg'

const BYTEA = 17
const DATE = 1082
const INT8 = 20
const NUMERIC = 1700
const asNumber = (text: string): number => Number(text)
const asBytes = (text: string): Buffer => Buffer.from(text.slice('\\x'.length), 'hex')
const asText = (text: string): string => text

/** Parsers of column values that differ from the driver's defaults, for both engines. */
export const parsers = { [BYTEA]: asBytes, [DATE]: asText, [INT8]: asNumber, [NUMERIC]: asNumber }

const INT8_ARRAY = 1016
const asNumbers = (text: string): number[] =>
  (pg.types.getTypeParser(INT8_ARRAY as never, 'text') as (text: string) => string[])(text).map(Number)

export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (oid === INT8_ARRAY && format !== 'binary' && asNumbers) ||
    (format !== 'binary' && parsers[oid as keyof typeof parsers]) ||
    pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig
