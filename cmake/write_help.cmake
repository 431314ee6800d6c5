# Writes what the program tells of itself into files: a manual page for the program and for each subcommand, and
# completions for shells.
# cmake -DPROGRAM=<urlsieve> -DFOLDER=<folder> -DSUBCOMMANDS=<a,b,...> -P write_help.cmake

cmake_minimum_required(VERSION 3.25)
string(REPLACE "," ";" subcommands "${SUBCOMMANDS}")

# write(FILE ARGUMENT...): what `urlsieve help ARGUMENT...` prints.
function(write file)
  execute_process(COMMAND ${PROGRAM} help ${ARGN} OUTPUT_FILE "${FOLDER}/${file}.new" COMMAND_ERROR_IS_FATAL ANY)
  file(RENAME "${FOLDER}/${file}.new" "${FOLDER}/${file}")
endfunction()

file(REMOVE_RECURSE "${FOLDER}")
foreach(place man bash-completion/completions zsh fish/vendor_completions.d)
  file(MAKE_DIRECTORY "${FOLDER}/${place}")
endforeach()
write(bash-completion/completions/urlsieve --completion bash)
write(zsh/_urlsieve --completion zsh)
write(fish/vendor_completions.d/urlsieve.fish --completion fish)
write(man/urlsieve.1 --man)
foreach(one IN LISTS subcommands)
  write(man/urlsieve-${one}.1 --man ${one})
endforeach()
