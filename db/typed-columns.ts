/** One column of many rows, which the database sends as one value. */
export type Column<T> = {
  sql: string
  read: (value: unknown) => T
}

export type ColumnValues<Columns extends Record<string, Column<unknown>>> = {
  readonly [Name in keyof Columns]: ReturnType<Columns[Name]['read']>
}

export const int32Column = (expression: string): Column<Int32Array> => ({
  sql: `string_agg(int4send(${expression}), ''::bytea)`,
  read: (value) => new Int32Array(hostBytes(value, 4)),
})

export const float64Column = (expression: string): Column<Float64Array> => ({
  sql: `string_agg(float8send(${expression}), ''::bytea)`,
  read: (value) => new Float64Array(hostBytes(value, 8)),
})

/** The integers of all rows' arrays, one after the other; how many belong to each row needs a column of its own. */
export const int32ListColumn = (expression: string): Column<Int32Array> => ({
  sql: `string_agg(nullif(array_to_string(${expression}, ','), ''), ',')`,
  read: (value) => new Int32Array(JSON.parse(`[${value ?? ''}]`) as number[]),
})

export const jsonColumn = <T>(expression: string): Column<readonly T[]> => ({
  sql: `string_agg((${expression})::text, ',')`,
  read: (value) => JSON.parse(`[${value ?? ''}]`) as T[],
})

export const sparseJsonColumn = <T>(key: string, expression: string): Column<Readonly<Record<string, T>> | null> => ({
  sql: `json_object_agg(${key}, ${expression}) filter (where ${expression} is not null)::text`,
  read: (value) => (value ? (JSON.parse(value as string) as Record<string, T>) : null),
})

/** Returns the part of a select list that aggregates these columns. The rows must be sorted in a subquery. */
export const selectColumns = (columns: Record<string, Column<unknown>>): string =>
  Object.entries(columns)
    .map(([name, { sql }]) => `${sql} as "${name}"`)
    .join(',\n      ')

export const readColumns = <Columns extends Record<string, Column<unknown>>>(
  columns: Columns,
  row: Readonly<Record<string, unknown>>,
): ColumnValues<Columns> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { read }]) => [name, read(row[name])]),
  ) as ColumnValues<Columns>

function hostBytes(value: unknown, size: 4 | 8): ArrayBuffer {
  const bytes = new Uint8Array((value as Uint8Array | null) ?? [])
  if (isLittleEndian && size === 4) Buffer.from(bytes.buffer).swap32()
  else if (isLittleEndian) Buffer.from(bytes.buffer).swap64()
  return bytes.buffer
}

const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1
