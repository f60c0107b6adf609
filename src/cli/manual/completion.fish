# fish completion of gbq: gbq itself knows the words.

function __gbq_complete
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    set -l lines (gbq __complete -- $words[2..] "$token" 2>/dev/null)
    printf '%s\n' $lines[2..]
    if string match -qr '^files\t(?<value>.*)' -- "$lines[1]"
        set -l start (math (string length -- "$value") + 1)
        __fish_complete_path (string sub -s $start -- "$token") |
            string replace -r '^' -- "$value"
    end
end

complete -c gbq -f -k -a '(__gbq_complete)'
