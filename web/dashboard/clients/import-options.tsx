import type { ReactNode } from 'react'
import {
  fileDelimiters,
  fileEncodings,
  type ImportOptions,
  type ImportPreview,
  type ImportTarget,
  importTargets,
  importTools,
  numberFormats,
  sharedTargets,
} from '#contract/calendar/client-imports.ts'
import { SelectField } from '#web/ui/fields/field.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import type { ImportText } from './import-messages.ts'

export type ReadOptions = Partial<Omit<ImportOptions, 'answers' | 'fileName'>>

interface OptionsProps {
  preview: ImportPreview
  t: ImportText
  disabled: boolean
  onChange: (change: ReadOptions) => void
}

export function ImportOptionsCards({ preview, t, disabled, onChange }: OptionsProps) {
  const { columns } = preview
  const has = (target: ImportTarget) => columns.some((column) => column.target === target)
  const mapColumn = (at: number, target: ImportTarget): ImportTarget[] =>
    columns.map((column, i) => {
      if (i === at) return target
      return column.target === target && !sharedTargets.includes(target) ? 'note' : column.target
    })
  return (
    <>
      <TitledCard title={t('import.how')}>
        <div className="field-grid even">
          <Choice
            label={t('import.tool')}
            value={preview.tool}
            values={importTools}
            text={(tool) => t(`import.tool.${tool}`)}
            disabled={disabled}
            // Another tool has other columns.
            onChange={(tool) => onChange({ tool, mapping: undefined })}
          />
          <Choice
            label={t('import.encoding')}
            hint={t('import.encoding.hint')}
            value={preview.encoding}
            values={fileEncodings}
            text={(encoding) => t(`import.encoding.${encoding}`)}
            disabled={disabled}
            onChange={(encoding) => onChange({ encoding, mapping: undefined })}
          />
          <Choice
            label={t('import.delimiter')}
            value={preview.delimiter}
            values={fileDelimiters}
            text={(delimiter) => t(`import.delimiter.${delimiter}`)}
            disabled={disabled}
            onChange={(delimiter) => onChange({ delimiter, mapping: undefined })}
          />
          {has('date') && (
            <Choice
              label={t('import.dates')}
              value={preview.dayFirst ? 'day' : 'month'}
              values={['day', 'month'] as const}
              text={(order) => t(`import.dates.${order}`)}
              disabled={disabled}
              onChange={(order) => onChange({ dayFirst: order === 'day' })}
            />
          )}
          {has('price') && (
            <Choice
              label={t('import.numbers')}
              value={preview.numberFormat}
              values={numberFormats}
              text={(format) => t(`import.numbers.${format}`)}
              disabled={disabled}
              onChange={(numberFormat) => onChange({ numberFormat })}
            />
          )}
        </div>
      </TitledCard>
      <TitledCard title={t('import.columns')}>
        <p className="muted">{t('import.columns.text')}</p>
        <div className="field-grid even">
          {columns.map(({ head, target, examples }, i) => (
            <Choice
              key={i}
              label={head || t('import.column', { n: i + 1 })}
              hint={examples.join(' · ')}
              value={target}
              values={importTargets}
              text={(one) => t(`import.to.${one}`)}
              disabled={disabled}
              onChange={(one) => onChange({ mapping: mapColumn(i, one) })}
            />
          ))}
        </div>
      </TitledCard>
    </>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  hint?: ReactNode
  value: T
  values: readonly T[]
  text: (value: T) => string
  disabled: boolean
  onChange: (value: T) => void
}

function Choice<T extends string>({ label, hint, value, values, text, disabled, onChange }: ChoiceProps<T>) {
  return (
    <SelectField
      label={label}
      hint={hint}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value as T)}>
      {values.map((one) => (
        <option key={one} value={one}>
          {text(one)}
        </option>
      ))}
    </SelectField>
  )
}
