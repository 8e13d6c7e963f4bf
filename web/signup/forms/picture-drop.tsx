import { Camera, Upload } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { pictureTypes } from '#web/platform/pictures/upload-picture.ts'
import { getButtonClasses } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/fields/field.tsx'
import styles from './picture-drop.module.css'

interface Props {
  label: string
  choose: string
  limits: string
  name: string
  error?: string | null | undefined
  busy?: boolean
  multiple?: boolean
  /** A small tile, once there is a picture: without the second line, the camera button and the limits in view. */
  small?: boolean
  /** The label and direction of a second button, on phones, that opens the camera. */
  camera?: { label: string; facing: 'user' | 'environment' }
  onFiles: (files: [File, ...File[]]) => void
}

/** A field for pictures: drop, choose or, on phones, take them. */
export function PictureDrop({
  label,
  choose,
  limits,
  name,
  error,
  busy,
  multiple = false,
  small = false,
  camera,
  onFiles,
}: Props) {
  const id = useId()
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const [first, ...others] = files ?? []
    if (first) onFiles([first, ...(multiple ? others : [])])
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files)
    event.target.value = ''
  }
  const described = `${id}-limits${error ? ` ${id}-error` : ''}`
  return (
    <div className="stack gap-8">
      <label
        htmlFor={id}
        className={joinClasses(styles.drop, small && styles.small, over && styles.over, error && styles.wrong)}
        aria-busy={busy || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}>
        <Upload className="icon icon-large" aria-hidden="true" />
        <b className="bold">{label}</b>
        {!small && <span className={joinClasses('small muted', styles.orDrop)}>{choose}</span>}
        <input
          id={id}
          name={name}
          type="file"
          accept={pictureTypes}
          multiple={multiple}
          className="visually-hidden"
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          onChange={change}
        />
      </label>
      {camera && !small && (
        <label className={getButtonClasses({ kind: 'secondary', full: true }, styles.camera)}>
          <Camera className="icon" aria-hidden="true" />
          {camera.label}
          <input
            type="file"
            accept={pictureTypes}
            capture={camera.facing}
            className="visually-hidden"
            aria-describedby={described}
            onChange={change}
          />
        </label>
      )}
      <p className={small ? 'visually-hidden' : 'micro hint'} id={`${id}-limits`}>
        {limits}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
