import type { ReactNode } from 'react'

export function StepHead({ title, help, children }: { title: string; help: string; children?: ReactNode }) {
  return (
    <div className="stack gap-12">
      <h1 className="heading-1">{title}</h1>
      <p className="lead">{help}</p>
      {children}
    </div>
  )
}
