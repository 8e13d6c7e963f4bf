import { useEffect, useRef, useState } from 'react'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import signupStyles from '#web/signup/signup.module.css'

/** The device's camera, for a face in an oval or a whole document. */
export function Camera({
  country,
  facing,
  onPicture,
  onDenied,
}: {
  country: Country
  facing: 'user' | 'environment'
  onPicture: (dataUri: string) => void
  onDenied: () => void
}) {
  const t = createTranslator(signupMessages, country)
  const video = useRef<HTMLVideoElement>(null)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let stream: MediaStream | null = null
    let over = false
    const open = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: facing, width: { ideal: 1920 } },
          audio: false,
        })
        if (over) return stop(stream)
        if (video.current) video.current.srcObject = stream
      } catch {
        if (!over) onDenied()
      }
    }
    void open()
    return () => {
      over = true
      if (stream) stop(stream)
    }
  }, [facing, onDenied])
  const take = () => {
    const source = video.current
    if (!source?.videoWidth) return
    const canvas = document.createElement('canvas')
    canvas.width = source.videoWidth
    canvas.height = source.videoHeight
    canvas.getContext('2d')?.drawImage(source, 0, 0)
    onPicture(canvas.toDataURL('image/jpeg', 0.92))
  }
  return (
    <div className="stack gap-12">
      <div className={facing === 'user' ? joinClasses(signupStyles.camera, signupStyles.face) : signupStyles.camera}>
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          aria-label={t('step11.video')}
          onLoadedMetadata={() => setReady(true)}
        />
        {facing === 'user' && <span className={signupStyles.oval} aria-hidden="true" />}
      </div>
      <Button full disabled={!ready} onClick={take}>
        {t('step11.take')}
      </Button>
    </div>
  )
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

export const CameraDenied = ({ country }: { country: Country }) => (
  <Note kind="info">{createTranslator(signupMessages, country)('step11.camera.denied')}</Note>
)
