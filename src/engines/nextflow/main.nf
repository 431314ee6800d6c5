// Runs a plan: nextflow run main.nf --out s3://BUCKET/PREFIX --workers 20
// Each worker takes tasks until the plan is published.
params.out = null
params.workers = 4
params.urlsieve = 'urlsieve'

process work {
  tag "${index}"
  // 3: failed, and can be retried. 1: the plan is published without some inputs.
  errorStrategy { task.exitStatus in [1, 2] ? 'terminate' : 'retry' }
  maxRetries 10

  input:
  val index

  output:
  val index

  script:
  """
  ${params.urlsieve} run-task --quiet '${params.out}'
  """
}

workflow {
  if (params.out == null) error 'name the plan: --out OUT'
  work(Channel.of(1..params.workers)).collect().view { "published: ${params.out}" }
}
